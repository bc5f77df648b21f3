using Cenote.Tool.Results;

namespace Cenote.Tool.Heaps;

/// <summary>Reads reports that <c>cenote heap --json</c> has written.</summary>
internal static class HeapReportReader
{
    // More than any heap can contain. Keeps sums over all places of a report within the range of the type.
    private const long MaxCount = 1L << 44;

    /// <summary>Reads a report.</summary>
    /// <exception cref="ToolException">The file is not a report that this version of the tool can read.</exception>
    public static HeapReport Read(string path) =>
        ReportReader.Read(path, "heap", HeapReport.CurrentSchema, HeapJson.Default.HeapReport, IsSound);

    // Checks what the types do not express: no place is null, and the numbers that growth is computed from are in range.
    private static bool IsSound(HeapReport report) =>
        IsCount(report.Bytes)
        && IsCount(report.Objects)
        && IsCount(report.Strings.Count)
        && IsCount(report.Strings.RepeatedBytes)
        && report.OtherPlaces >= 0
        && report.Places.All(IsSound);

    private static bool IsSound(HeapPlace? place) =>
        place is not null && IsCount(place.Strings) && IsCount(place.Bytes) && IsCount(place.ValueBytes);

    private static bool IsCount(long count) => count is >= 0 and <= MaxCount;
}
