using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Pairs the places of a heap with those of an earlier report. An owner of few strings has no separate row. All such owners of one
/// kind of collection share a row. A row that only one report has may be in the shared row of the other report, so only the part
/// of a difference that the sizes of such rows do not explain counts as growth.
/// </summary>
internal sealed class HeapPlacePairs
{
    private readonly bool _isBeforeComplete;

    // An upper bound for the total size of the places that the earlier report left out.
    private readonly long _hiddenBefore;
    private readonly Dictionary<(string FullName, PlaceKind Kind), HeapPlace> _before;
    private readonly Dictionary<(string FullName, PlaceKind Kind), HeapPlace> _after;

    // Per shared row: the size of rows with an owner that only one of the reports has.
    private readonly Dictionary<(string FullName, PlaceKind Kind), long> _onlyBefore;
    private readonly Dictionary<(string FullName, PlaceKind Kind), long> _onlyAfter;

    /// <param name="before">The earlier report.</param>
    /// <param name="after">All places of the heap now.</param>
    public HeapPlacePairs(HeapReport before, IEnumerable<HeapPlace> after)
    {
        _isBeforeComplete = before.OtherPlaces == 0;
        _before = ByKey(before.Places);
        _after = ByKey(after);
        _hiddenBefore = HiddenIn(before);
        _onlyBefore = Only(_before, _after);
        _onlyAfter = Only(_after, _before);
    }

    /// <summary>The growth of each place of the heap and of the earlier report.</summary>
    public IEnumerable<HeapPlaceGrowth> All() => _after.Keys.Union(_before.Keys).Select(GrowthOf);

    private static Dictionary<(string, PlaceKind), HeapPlace> ByKey(IEnumerable<HeapPlace> places)
    {
        var byKey = new Dictionary<(string, PlaceKind), HeapPlace>();
        foreach (HeapPlace place in places)
        {
            byKey.TryAdd((place.FullName, place.Kind), place);
        }

        return byKey;
    }

    private static Dictionary<(string, PlaceKind), long> Only(
        Dictionary<(string FullName, PlaceKind Kind), HeapPlace> places, Dictionary<(string FullName, PlaceKind Kind), HeapPlace> others) =>
        places.Values
            .Where(place => place.Owner is not null && !others.ContainsKey((place.FullName, place.Kind)))
            .GroupBy(SharedRowOf)
            .ToDictionary(static rows => rows.Key, static rows => rows.Sum(static place => place.Size()));

    private static long HiddenIn(HeapReport report) =>
        report.OtherPlaces == 0 || report.Places.Count == 0
            ? 0
            : (long)Math.Min(1L << 60, (double)report.OtherPlaces * report.Places.Min(static place => place.Size()));

    // Fields of the program's types have no owner and no shared row.
    private long HiddenIn(PlaceKind kind) => kind == PlaceKind.Field ? 0 : _hiddenBefore;

    private static (string FullName, PlaceKind Kind) SharedRowOf(HeapPlace place) => (place.FullNameWithoutOwner(), place.Kind);

    private HeapPlaceGrowth GrowthOf((string FullName, PlaceKind Kind) key)
    {
        HeapPlace? before = _before.GetValueOrDefault(key);
        HeapPlace? after = _after.GetValueOrDefault(key);
        var growth = HeapPlaceGrowth.Of(before, after, _isBeforeComplete);
        if (growth.AddedBytes is not { } added)
        {
            return growth;
        }

        bool isShared = (after ?? before)!.Owner is null;
        long elsewhereBefore = isShared ? _onlyBefore.GetValueOrDefault(key) + HiddenIn(key.Kind) : InSharedRow(_before, before, after);
        long elsewhereAfter = isShared ? _onlyAfter.GetValueOrDefault(key) : InSharedRow(_after, after, before);
        return elsewhereBefore + elsewhereAfter == 0
            ? growth
            : growth with
            {
                IsLeast = true,
                AddedBytes = added > 0 ? Math.Max(0, added - elsewhereBefore) : Math.Min(0, added + elsewhereAfter),
            };
    }

    // An upper bound for the size of a place with an owner but without a row: the size of the shared row.
    private static long InSharedRow(
        Dictionary<(string FullName, PlaceKind Kind), HeapPlace> places, HeapPlace? place, HeapPlace? other) =>
        place is null && places.TryGetValue(SharedRowOf(other!), out HeapPlace? shared) ? shared.Size() : 0;
}
