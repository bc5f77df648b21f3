using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Heaps;

/// <summary>The section of the page about growth since an earlier report.</summary>
internal static class HeapGrowthSection
{
    /// <summary>The entry in the table of contents; empty without an earlier report.</summary>
    public static Fragment Link(HeapReport report) =>
        report.Growth is null ? Fragment.Empty : Fragment.Of($"""<li><a href="#growth">Growth</a></li>{"\n"}""");

    /// <summary>The section; empty without an earlier report.</summary>
    public static Fragment Write(HeapReport report) => report.Growth is { } growth
        ? Fragment.Of(
            $"""
            <section id="growth" aria-labelledby="growth-heading">
            <h2 id="growth-heading">{HeapGrowthText.Heading(growth)}</h2>
            {Paragraph(HeapGrowthText.Warning(report, growth))}{Totals(growth)}
            {Known(growth)}{Paragraph(HeapGrowthText.Shared(growth))}{Unlisted(growth)}{Paragraph(HeapGrowthText.Rest(growth))}
            </section>

            """)
        : Fragment.Empty;

    private static Fragment Totals(HeapGrowth growth) => DataTable.Table(
        "Heap then and now",
        HeapGrowthText.Totals(growth),
        new("Quantity", row => row.Name),
        new("Then", row => row.Before),
        new("Now", row => row.After),
        new("Difference", row => row.Difference));

    private static Fragment Known(HeapGrowth growth) => HeapGrowthText.Known(growth) is { Count: > 0 } places
        ? DataTable.Table(
            "Places then and now",
            places,
            new("Place", place => place.FullName) { HasLongNames = true },
            new("Then", place => HeapGrowthText.Bytes(place, place.Before)),
            new("Now", place => HeapGrowthText.Bytes(place, place.After)),
            new("Difference", HeapGrowthText.Added),
            new("Strings then", place => HeapGrowthText.Strings(place, place.Before)),
            new("Strings now", place => HeapGrowthText.Strings(place, place.After)),
            new("Values then", place => HeapGrowthText.Values(place, place.Before)),
            new("Values now", place => HeapGrowthText.Values(place, place.After)))
        : Fragment.Empty;

    private static Fragment Unlisted(HeapGrowth growth) => HeapGrowthText.Unlisted(growth) is { Count: > 0 } places
        ? Fragment.Of(
            $"""
            <p>{HeapGrowthText.Unknown(growth)}</p>
            {DataTable.Table(
                "Places of unknown growth",
                places,
                new("Place", place => place.FullName) { HasLongNames = true },
                new("Now", place => HeapGrowthText.Bytes(place, place.After)),
                new("Strings now", place => HeapGrowthText.Strings(place, place.After)),
                new("Values now", place => HeapGrowthText.Values(place, place.After)))}
            """)
        : Fragment.Empty;

    private static Fragment Paragraph(string sentence) => sentence.Length == 0 ? Fragment.Empty : Fragment.Of($"<p>{sentence}</p>");
}
