namespace Cenote.Tool.Heaps;

/// <summary>What has grown or shrunk since an earlier report.</summary>
/// <param name="Date">When the heap of the earlier report was read.</param>
/// <param name="Name">Whose heap that was: a program, or a dump without its folders.</param>
/// <param name="Before">The heap then.</param>
/// <param name="After">The heap now.</param>
/// <param name="Difference">What was added in between; negative where it shrank.</param>
/// <param name="ListedPlaces">How many places the earlier report lists.</param>
/// <param name="UnlistedPlaces">
/// How many places the earlier report leaves out. If there are any, it is not known whether a place that it does not list has grown.
/// </param>
/// <param name="Places">
/// Places that take notably more or less memory, the largest growth first; places of unknown growth follow, the largest first.
/// </param>
/// <param name="OtherPlaces">How many such places are left out because there are so many.</param>
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
    /// <summary>The share of the larger heap from which on a difference is notable.</summary>
    private const double NotableShare = 0.001;

    /// <summary>Less is no growth worth a look, however small the heap.</summary>
    private const long NotableBytes = 100 << 10;

    /// <summary>Compares a report with an earlier one.</summary>
    /// <param name="before">The earlier report.</param>
    /// <param name="after">The report.</param>
    /// <param name="places">All places of the heap of <paramref name="after"/>, those included that the report leaves out.</param>
    /// <param name="top">How many places of known growth to list at most, and how many of unknown growth.</param>
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
