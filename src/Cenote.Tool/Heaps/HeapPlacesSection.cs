using System.Globalization;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Heaps;

/// <summary>The section of the page about places: bars and figures of large ones, and a folded table of small ones.</summary>
internal static class HeapPlacesSection
{
    /// <summary>The columns of the tables, with the meanings that docs/heap-details.md lists.</summary>
    public static readonly DataTable.Column<HeapPlace>[] Columns =
    [
        new("Place", place => place.FullName)
        {
            HasLongNames = true,
            Meaning = "The field, array or collection that refers to the strings. A collection is listed under its owner.",
        },
        new("Kind", place => place.Kind.ToString())
        {
            Meaning = "Field, Array, Keys of a dictionary, ConcurrentKeys of a concurrent one, SetItems, or CacheKeys of a MemoryCache.",
        },
        new("References", place => Units.Count(place.References)) { Meaning = "References to strings." },
        new("Strings", place => Units.Count(place.Strings))
        {
            Meaning = "Strings that the references lead to. Each counts once per place.",
        },
        new("Distinct", place => Units.Count(place.Distinct)) { Meaning = "Different contents among these strings." },
        new("Strings, B", place => Units.Count(place.Bytes)) { Meaning = "Size of these strings, headers included." },
        new("Repeated, B", place => Units.Count(place.RepeatedBytes))
        {
            Meaning = "Size of all copies but one of each distinct string.",
        },
        new("Held by nothing else, B", place => Units.Count(place.OwnBytes))
        {
            Meaning = "Size of the strings that no other place refers to.",
        },
        new("Holders", place => Units.Count(place.Holders))
        {
            Meaning = "Objects that contain the references: instances, arrays, or the tables of collections.",
        },
        new("Holders, B", place => Units.Count(place.HolderBytes)) { Meaning = "Size of these objects." },
        new("Values, B", place => Units.Count(place.ValueBytes))
        {
            Meaning = "Size of the byte arrays that are values of the dictionary or cache.",
        },
        new("Interned", place => HeapSummary.Saved(place.SavedAsInterned))
        {
            Meaning = "Bytes saved if equal strings were one instance, after subtracting the interner's table.",
        },
                new("Shared", place => HeapSummary.Saved(place.SavedAsOne))
        {
            Meaning = "Bytes saved if collections with equal contents were one shared collection. Empty if all contents differ.",
        },
        new("As ids (estimated)", place => HeapSummary.Saved(place.SavedAsIds))
        {
            Meaning = "Bytes saved if ids of a StringTable replaced the strings. Empty for keys and sets.",
        },
        new("As pooled keys (estimated)", place => HeapSummary.Saved(place.SavedAsPooled))
        {
            Meaning = "Bytes saved if a pooled dictionary or set replaced the collection. Empty for fields, arrays and caches.",
        },
    ];

    public static Fragment Write(HeapReport report)
    {
        ILookup<bool, HeapPlace> places = report.Places.ToLookup(place => place.Size() >= HeapRules.NotableShare * report.Bytes);
        return Fragment.Of(
            $"""
            <section id="places" aria-labelledby="places-heading">
            <h2 id="places-heading">What holds strings</h2>
            <p>{HeapSummary.Scope(report)} The largest places come first.</p>
            {Large(report, [.. places[true]])}{Small([.. places[false]])}{Others(report.OtherPlaces)}{DataTable.Meanings(Columns)}<p class="note">{HeapSummary.Signs(report)}</p>
            </section>

            """);
    }

    private static string Threshold => string.Create(CultureInfo.InvariantCulture, $"{HeapRules.NotableShare:P0} of the heap");

    private static Fragment Large(HeapReport report, HeapPlace[] places) => places.Length == 0
        ? Fragment.Of($"<p>No place takes {Threshold}.</p>")
        : Fragment.Of($"{Bars(report, places)}{DataTable.Write("Places", places, Columns)}");

    private static Fragment Bars(HeapReport report, HeapPlace[] places) => BarList.Draw(
        Fragment.Of(
            $"""<strong>Size of the strings by place</strong> {Legend.Entry(BarPart.Cenote, "one of each distinct string")} """
            + $"""{Legend.Entry(BarPart.Managed, "repeats another string")}{Cached(places)}"""),
        [
            .. places.Select(place => new Bar(
                place.Name,
                [
                    new BarPart(BarPart.Cenote, place.Bytes - place.RepeatedBytes),
                    new BarPart(BarPart.Managed, place.RepeatedBytes),
                    new BarPart(BarPart.Slack, place.ValueBytes),
                ],
                $"{Units.Bytes(place.Size())} · {Units.Percent((double)place.Size() / report.Bytes)} of the heap · "
                + $"{Units.Bytes(place.RepeatedBytes)} repeated")),
        ]);

    private static Fragment Cached(HeapPlace[] places) => places.Any(place => place.ValueBytes > 0)
        ? Fragment.Of($" {Legend.Entry(BarPart.Slack, "cached byte arrays")}")
        : Fragment.Empty;

    private static Fragment Small(HeapPlace[] places) => places.Length == 0
        ? Fragment.Empty
        : DataTable.Fold(
            $"{Units.Count(places.Length, "place")} below {Threshold}: {Units.Bytes(places.Sum(place => place.Size()))} in total",
            "Small places",
            places,
            Columns);

    private static Fragment Others(int places) => places == 0
        ? Fragment.Empty
        : Fragment.Of($"""<p class="note">{Units.Count(places)} more; --top N shows more of them.</p>""");
}
