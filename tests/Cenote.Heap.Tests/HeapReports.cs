using Cenote.Tool.Heaps;

namespace Cenote.Heap.Tests;

/// <summary>Reports of a 100 MB heap with some places, for growth tests.</summary>
internal static class HeapReports
{
    public const long Megabyte = 1 << 20;

    /// <summary>A report without a comparison.</summary>
    public static HeapReport Of(params HeapPlace[] places)
    {
        var strings = new HeapStrings(2, 1, 48, 24);
        return new HeapReport(
            HeapReport.CurrentSchema,
            "1.0",
            "cenote heap PID",
            MachineInfo.Current() with { Date = new DateTimeOffset(2026, 11, 20, 8, 30, 0, TimeSpan.Zero) },
            new HeapTarget("program.dll", "live", "10.0.12", ServerCollector: false, 0.5, 1.5, 1_000),
            3,
            100 * Megabyte,
            3,
            0,
            0,
            1,
            strings,
            strings,
            places,
            0,
            [],
            [new HeapAdvice("This heap", null, null, 0, 0, IsEstimated: false, 0, 0, "There is nothing to gain.")],
            [],
            []);
    }

    /// <summary>A place.</summary>
    public static HeapPlace Place(string name, long strings, long bytes, long valueBytes = 0, PlaceKind kind = PlaceKind.Field) =>
        new(name, $"App.{name}", kind, strings, strings, 1, bytes, 0, bytes, 1, 0, valueBytes, 0, null, null);
}
