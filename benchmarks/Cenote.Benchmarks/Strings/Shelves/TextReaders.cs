namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>The work of a program that reads a string.</summary>
public interface ITextReader
{
    /// <summary>Reads a managed string, without the null check that a span would cost.</summary>
    static abstract int Read(string text);

    /// <summary>Reads a pooled string.</summary>
    static abstract int Read(ReadOnlySpan<char> text);
}

/// <summary>Reads only the length and the first char.</summary>
public readonly struct Touch : ITextReader
{
    public static int Read(string text) => text.Length + text[0];

    public static int Read(ReadOnlySpan<char> text) => text.Length + text[0];
}

/// <summary>Computes the hash code of the whole string.</summary>
public readonly struct Hash : ITextReader
{
    public static int Read(string text) => string.GetHashCode(text);

    public static int Read(ReadOnlySpan<char> text) => string.GetHashCode(text);
}
