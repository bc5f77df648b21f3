namespace Cenote.Tool.Heaps;

/// <summary>The differences between a heap and an earlier report.</summary>
/// <param name="Date">The date of the earlier report.</param>
/// <param name="Name">The name of the program or dump in the earlier report, without folders.</param>
/// <param name="Before">The heap then.</param>
/// <param name="After">The heap now.</param>
/// <param name="Difference">The figures of <paramref name="After"/> minus those of <paramref name="Before"/>.</param>
/// <param name="ListedPlaces">The number of places that the earlier report lists.</param>
/// <param name="UnlistedPlaces">
/// The number of places that the earlier report leaves out. If it is above 0, it is unknown whether an unlisted place has grown.
/// </param>
/// <param name="Places">
/// Places that take notably more or less memory, the largest growth first; places of unknown growth follow, the largest first.
/// </param>
/// <param name="OtherPlaces">
/// The number of further places that qualify but are not listed, because the list has a maximum length.
/// </param>
internal sealed record HeapGrowth(
    DateTimeOffset Date,
    string Name,
    HeapTotals Before,
    HeapTotals After,
    HeapTotals Difference,
    int ListedPlaces,
    int UnlistedPlaces,
    IReadOnlyList<HeapPlaceGrowth> Places,
    int OtherPlaces)
{
    /// <summary>The minimum notable difference, as a share of the larger heap.</summary>
    private const double NotableShare = 0.001;

    /// <summary>The minimum notable difference in bytes, however small the heap is.</summary>
    private const long NotableBytes = 100 << 10;

    /// <summary>Compares a report with an earlier one.</summary>
    /// <param name="before">The earlier report.</param>
    /// <param name="after">The report.</param>
    /// <param name="places">
    /// All places of the heap of <paramref name="after"/>, including those that the report leaves out.
    /// </param>
    /// <param name="top">
    /// The maximum number of places of known growth to list, and the maximum number of places of unknown growth.
    /// </param>
    public static HeapGrowth Of(HeapReport before, HeapReport after, IEnumerable<HeapPlace> places, int top)
    {
        var totalsBefore = HeapTotals.Of(before);
        var totalsAfter = HeapTotals.Of(after);
        double notable = Math.Max(NotableBytes, NotableShare * Math.Max(before.Bytes, after.Bytes));
        HeapPlaceGrowth[] found =
            [.. new HeapPlacePairs(before, places).All().Where(place => place.Size >= notable).OrderByDescending(static place => place.Size)];
        HeapPlaceGrowth[] known = [.. found.Where(static place => place.AddedBytes is not null).Take(top)];
        HeapPlaceGrowth[] unknown = [.. found.Where(static place => place.AddedBytes is null).Take(top)];
        return new HeapGrowth(
            before.Machine.Date,
            before.Target.Name,
            totalsBefore,
            totalsAfter,
            totalsAfter - totalsBefore,
            before.Places.Count,
            before.OtherPlaces,
            [.. known.OrderByDescending(static place => place.AddedBytes), .. unknown],
            found.Length - known.Length - unknown.Length);
    }
}
