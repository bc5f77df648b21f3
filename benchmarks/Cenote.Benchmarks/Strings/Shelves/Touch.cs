namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>Length and first char, nothing else.</summary>
public readonly struct Touch : ITextReader
{
    public static int Read(string text) => text.Length + text[0];

    public static int Read(ReadOnlySpan<char> text) => text.Length + text[0];
}
