namespace Cenote.Tests.Support;

/// <summary>A UTF-16 pool, whose handles have the operations of <see cref="string"/>.</summary>
internal abstract class TestedTextPool<THandle> : TestedPool<THandle, char>
    where THandle : struct
{
    public override char[] Encode(string text) => text.ToCharArray();

    public abstract THandle Allocate(ReadOnlySpan<byte> utf8);

    public abstract Matches Search(THandle handle, ReadOnlySpan<char> value, StringComparison comparison);
}
