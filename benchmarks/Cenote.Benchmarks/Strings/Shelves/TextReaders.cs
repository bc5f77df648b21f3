namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>What a program does with a text it reads.</summary>
public interface ITextReader
{
    /// <summary>Reads a managed string, without the null check that a span of it would cost.</summary>
    static abstract int Read(string text);

    /// <summary>Reads a pooled text.</summary>
    static abstract int Read(ReadOnlySpan<char> text);
}

/// <summary>Length and first char, nothing else.</summary>
public readonly struct Touch : ITextReader
{
    public static int Read(string text) => text.Length + text[0];

    public static int Read(ReadOnlySpan<char> text) => text.Length + text[0];
}

/// <summary>The hash code of the whole text.</summary>
public readonly struct Hash : ITextReader
{
    public static int Read(string text) => string.GetHashCode(text);

    public static int Read(ReadOnlySpan<char> text) => string.GetHashCode(text);
}
