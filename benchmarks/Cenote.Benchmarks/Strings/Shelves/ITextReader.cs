namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>What a program does with a text it reads.</summary>
public interface ITextReader
{
    /// <summary>Reads a managed string, without the null check that a span of it would cost.</summary>
    static abstract int Read(string text);

    /// <summary>Reads a pooled text.</summary>
    static abstract int Read(ReadOnlySpan<char> text);
}
