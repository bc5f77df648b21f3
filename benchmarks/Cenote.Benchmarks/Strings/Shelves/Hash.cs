namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>The hash code of the whole text.</summary>
public readonly struct Hash : ITextReader
{
    public static int Read(string text) => string.GetHashCode(text);

    public static int Read(ReadOnlySpan<char> text) => string.GetHashCode(text);
}
