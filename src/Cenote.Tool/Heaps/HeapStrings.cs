using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>How many strings there are, and how many repeat others.</summary>
/// <param name="Count">How many.</param>
/// <param name="Distinct">How many texts.</param>
/// <param name="Bytes">What they take.</param>
/// <param name="RepeatedBytes">What all but one string of each text take.</param>
internal sealed record HeapStrings(long Count, long Distinct, long Bytes, long RepeatedBytes)
{
    public static HeapStrings Of(StringTotals totals) =>
        new(totals.Strings, totals.Distinct, totals.Bytes, totals.Bytes - totals.DistinctBytes);
}
