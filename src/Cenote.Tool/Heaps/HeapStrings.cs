using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>The number and size of strings, and of those that repeat others.</summary>
/// <param name="Count">The number of strings.</param>
/// <param name="Distinct">The number of distinct strings.</param>
/// <param name="Bytes">The size of all these strings.</param>
/// <param name="RepeatedBytes">The size of all copies but one of each distinct string.</param>
internal sealed record HeapStrings(long Count, long Distinct, long Bytes, long RepeatedBytes)
{
    public static HeapStrings Of(StringTotals totals) =>
        new(totals.Strings, totals.Distinct, totals.Bytes, totals.Bytes - totals.DistinctBytes);
}
