namespace Cenote.Benchmarks.Strings.Texts;

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
