namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>The texts that strings are made of. Implemented by structs, as shelves are.</summary>
internal interface ITexts<TUnit>
{
    /// <summary>The text of a string by its number.</summary>
    ReadOnlySpan<TUnit> this[int number] { get; }
}

/// <summary>The same text for every string.</summary>
internal readonly struct OneText(char[] text) : ITexts<char>
{
    public OneText(int length)
        : this([.. Enumerable.Repeat('x', length)])
    {
    }

    public ReadOnlySpan<char> this[int number] => text;
}

/// <summary>The same text for every string, in a managed string.</summary>
internal readonly struct OneString(string text) : ITexts<char>
{
    public OneString(int length)
        : this(new string('x', length))
    {
    }

    public ReadOnlySpan<char> this[int number] => text;
}

/// <summary>Another text for each string, cut from one that is larger.</summary>
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

/// <summary>A piece of a larger text.</summary>
/// <param name="Start">Where it begins.</param>
/// <param name="Length">How long it is.</param>
internal readonly record struct Slice(int Start, int Length);
