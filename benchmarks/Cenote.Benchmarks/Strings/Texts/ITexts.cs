namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>The texts that strings are made of. Implemented by structs, as shelves are.</summary>
internal interface ITexts<TUnit>
{
    /// <summary>The text of a string by its number.</summary>
    ReadOnlySpan<TUnit> this[int number] { get; }
}
