namespace Cenote.Tests.Support;

/// <summary>A pool of UTF-16, whose handles can do what <see cref="string"/> can.</summary>
internal abstract class TestedTextPool<THandle> : TestedPool<THandle, char>
    where THandle : struct
{
    public override char[] Encode(string text) => text.ToCharArray();

    public abstract THandle Allocate(ReadOnlySpan<byte> utf8);

    public abstract Matches Search(THandle handle, ReadOnlySpan<char> value, StringComparison comparison);
}
