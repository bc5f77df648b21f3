using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Heaps;

/// <summary>Sentences and figures about growth, shared by the terminal report and the page.</summary>
internal static class HeapGrowthText
{
    /// <summary>The heading.</summary>
    public static string Heading(HeapGrowth growth) => $"Growth since {Dates.Minute(growth.Date)}";

    /// <summary>A warning if the reports have different names; empty otherwise.</summary>
    public static string Warning(HeapReport report, HeapGrowth growth) => report.Target.Name == growth.Name
        ? string.Empty
        : $"The earlier report is of {growth.Name}, this one of {report.Target.Name}: if they are different programs, the "
            + "differences are meaningless.";

    /// <summary>The heap then and now.</summary>
    public static IReadOnlyList<(string Name, string Before, string After, string Difference)> Totals(HeapGrowth growth)
    {
        return
        [
            Row("Heap", static totals => totals.Bytes, static bytes => Units.Bytes(bytes)),
            Row("Objects", static totals => totals.Objects, Units.Count),
            Row("Strings", static totals => totals.Strings, Units.Count),
            Row("Repeated", static totals => totals.RepeatedBytes, static bytes => Units.Bytes(bytes)),
        ];

        (string, string, string, string) Row(string name, Func<HeapTotals, long> number, Func<long, string> text) => (
            name,
            text(number(growth.Before)),
            text(number(growth.After)),
            Signed(number(growth.Difference), text));
    }

    /// <summary>The places whose growth is known.</summary>
    public static IReadOnlyList<HeapPlaceGrowth> Known(HeapGrowth growth) =>
        [.. growth.Places.Where(static place => place.AddedBytes is not null)];

    /// <summary>The places that the earlier report may have left out.</summary>
    public static IReadOnlyList<HeapPlaceGrowth> Unlisted(HeapGrowth growth) =>
        [.. growth.Places.Where(static place => place.AddedBytes is null)];

    /// <summary>Why the growth of some places is unknown.</summary>
    public static string Unknown(HeapGrowth growth) =>
        $"The earlier report lists {Units.Count(growth.ListedPlaces, "place")} and leaves out {Units.Count(growth.UnlistedPlaces)}, so it is "
        + "unknown whether the places below have grown. A report with a larger --top lists more.";

    /// <summary>States that no place is listed, or how many are left out.</summary>
    public static string Rest(HeapGrowth growth) => growth switch
    {
        { Places.Count: 0 } => "No place is known to have grown or shrunk notably.",
        { OtherPlaces: > 0 } => $"{Units.Count(growth.OtherPlaces, "more place")} changed or may have changed; --top N lists more of them.",
        _ => string.Empty,
    };

    /// <summary>Explains "at least" and "shared"; empty if no row has them.</summary>
    public static string Shared(HeapGrowth growth) => growth.Places.Any(static place => place.IsLeast)
        ? "At least: owners of less than 1 % of the heap share a row. A difference that a move to or from that row may explain "
          + "is not counted."
        : string.Empty;

    /// <summary>The size of strings and values of a place, then or now.</summary>
    public static string Bytes(HeapPlaceGrowth place, HeapPlaceSize? size) => size is null ? NoRow(place) : Units.Bytes(size.TotalBytes);

    /// <summary>The size of the values only.</summary>
    public static string Values(HeapPlaceGrowth place, HeapPlaceSize? size) => size is null ? NoRow(place) : Units.Bytes(size.ValueBytes);

    /// <summary>The number of strings.</summary>
    public static string Strings(HeapPlaceGrowth place, HeapPlaceSize? size) => size is null ? NoRow(place) : Units.Count(size.Strings);

    /// <summary>The growth of a place.</summary>
    public static string Added(HeapPlaceGrowth place) =>
        $"{(place.IsLeast ? "at least " : string.Empty)}{Signed(place.AddedBytes ?? 0, static bytes => Units.Bytes(bytes))}";

    private static string NoRow(HeapPlaceGrowth place) => place.IsLeast ? "shared" : "none";

    private static string Signed(long number, Func<long, string> text) =>
        number > 0 ? $"+{text(number)}" : text(number);
}
