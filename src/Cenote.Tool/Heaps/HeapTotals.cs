namespace Cenote.Tool.Heaps;

/// <summary>A heap in a few numbers, or the difference between two heaps.</summary>
/// <param name="Bytes">What the objects take.</param>
/// <param name="Objects">How many objects there are.</param>
/// <param name="Strings">How many of them are strings, literals left out.</param>
/// <param name="RepeatedBytes">What all but one string of each text take.</param>
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
