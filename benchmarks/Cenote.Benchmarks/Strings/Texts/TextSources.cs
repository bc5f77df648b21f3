namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>The sources from which strings are created. Implemented by structs, like shelves.</summary>
internal interface ITexts<TUnit>
{
    /// <summary>The content of the string with a number.</summary>
    ReadOnlySpan<TUnit> this[int number] { get; }
}

/// <summary>The same content for every string.</summary>
internal readonly struct OneText(char[] text) : ITexts<char>
{
    public OneText(int length)
        : this([.. Enumerable.Repeat('x', length)])
    {
    }

    public ReadOnlySpan<char> this[int number] => text;
}

/// <summary>The same content for every string, from a managed string.</summary>
internal readonly struct OneString(string text) : ITexts<char>
{
    public OneString(int length)
        : this(new string('x', length))
    {
    }

    public ReadOnlySpan<char> this[int number] => text;
}

/// <summary>Different content for each string, a slice of a larger text.</summary>
internal readonly struct ManyTexts<TUnit>(TUnit[] source, Slice[] slices) : ITexts<TUnit>
{
    public ReadOnlySpan<TUnit> this[int number]
    {
        get
        {
            Slice slice = slices[number];
            return source.AsSpan(slice.Start, slice.Length);
        }
    }
}

/// <summary>A slice of a larger text.</summary>
/// <param name="Start">The start of the slice.</param>
/// <param name="Length">The length of the slice.</param>
internal readonly record struct Slice(int Start, int Length);
