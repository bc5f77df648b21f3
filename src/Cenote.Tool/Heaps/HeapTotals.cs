namespace Cenote.Tool.Heaps;

/// <summary>The main figures of a heap, or the differences between two heaps.</summary>
/// <param name="Bytes">The size of the objects.</param>
/// <param name="Objects">The number of objects.</param>
/// <param name="Strings">The number of strings, without literals.</param>
/// <param name="RepeatedBytes">The size of all copies but one of each distinct string.</param>
internal sealed record HeapTotals(long Bytes, long Objects, long Strings, long RepeatedBytes)
{
    public static HeapTotals Of(HeapReport report) =>
        new(report.Bytes, report.Objects, report.Strings.Count, report.Strings.RepeatedBytes);

    public static HeapTotals operator -(HeapTotals after, HeapTotals before) => new(
        after.Bytes - before.Bytes,
        after.Objects - before.Objects,
        after.Strings - before.Strings,
        after.RepeatedBytes - before.RepeatedBytes);
}
