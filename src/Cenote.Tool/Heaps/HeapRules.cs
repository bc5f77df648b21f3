using Cenote.Caching;
using Cenote.Collections;
using Cenote.Heap;
using Cenote.Interning;

namespace Cenote.Tool.Heaps;

/// <summary>
/// The rules of the advice: what follows from a census, and from nothing else. Only old strings count (generation 2, large and
/// pinned objects), because sharing a string that is collected soon saves nothing. Bytes of repeated strings are counted; what
/// Cenote's structures would take is estimated.
/// </summary>
internal static class HeapRules
{
    /// <summary>Less is not worth a change of a program.</summary>
    public const long NotableBytes = 1 << 20;

    /// <summary>The share of all bytes on the heap from which on something is worth a change.</summary>
    public const double NotableShare = 0.01;

    /// <summary>The share of what is worth a change from which on a place is named where there is nothing to gain.</summary>
    public const double MentionedShare = 0.1;

    /// <summary>
    /// By this factor ids have to save more than one string for each text, because a program has to hold numbers.
    /// </summary>
    public const double BetterByIds = 1.25;

    /// <summary>With this many distinct strings or more, an interner that never drops one can be a memory leak.</summary>
    public const long ManyTexts = 100_000;

    /// <summary>
    /// What a text costs in a StringInterner beyond its string: its part of a table that has just grown, at most.
    /// </summary>
    public const int InternerBytesPerText = 26;

    /// <summary>The same in a WeakStringInterner, with the handle of the text, which is not on the managed heap.</summary>
    public const int WeakInternerBytesPerText = 34;

    /// <summary>
    /// What a text costs in a StringTable beyond two bytes a char: header, id, its part of the table, and its address.
    /// </summary>
    public const int TableBytesPerText = 40;

    /// <summary>What a key costs in a pooled dictionary beyond a byte a char: header, value, and its part of the table.</summary>
    public const int DictionaryBytesPerKey = 32;

    /// <summary>
    /// How large a value is in <see cref="DictionaryBytesPerKey"/>: a number, or where a value with references is.
    /// </summary>
    public const int SmallValueBytes = sizeof(int);

    /// <summary>
    /// What a value with references takes beyond its size: it stays in managed arrays, with the links of free slots beside it.
    /// </summary>
    public const int ManagedBytesPerValue = sizeof(int);

    /// <summary>What a reference takes more than an id.</summary>
    public const int BytesLessPerReference = 4;

    public const string PooledDictionary = "PooledStringDictionary";
    public const string ConcurrentPooledDictionary = "ConcurrentPooledStringDictionary";
    public const string DistributedCache = "AddCenoteDistributedCache";

    /// <summary>What is recommended where collections have equal content.</summary>
    public const string SharedCollection = "one shared collection";

    /// <summary>How many advices there are at most: more than a first screen has is read by nobody.</summary>
    public const int MaxAdvice = 8;

    /// <summary>Bytes saved by interning, minus the interner's table; negative if the table is larger.</summary>
    public static long SavedAsInterned(PlaceCensus place) => place.RepeatedBytes
        - (place.Distinct * (NeedsWeakInterner(place) ? WeakInternerBytesPerText : InternerBytesPerText));

    /// <summary>Bytes saved by ids; null for the keys of a dictionary.</summary>
    public static long? SavedAsIds(PlaceCensus place) => IsKeys(place)
        ? null
        : place.OwnBytes + (BytesLessPerReference * place.References)
            - (2 * place.DistinctChars) - (TableBytesPerText * place.Distinct);

    /// <summary>
    /// Bytes saved by keys in unmanaged memory, negative if those take more; null if the place is no dictionary. Tables hold keys of
    /// any age, and a key is in as many tables as refer to it, so both sides count references to old keys.
    /// </summary>
    public static long? SavedAsPooled(PlaceCensus place)
    {
        if (!IsKeys(place) || place.Kind == PlaceKind.CacheKeys)
        {
            return null;
        }

        if (place.References == 0 || place.Distinct == 0)
        {
            return 0;
        }

        double tables = (double)place.HolderBytes * place.References / Math.Max(place.References, place.AllReferences);
        double chars = (double)place.DistinctChars * place.References / place.Distinct;
        long perKey = DictionaryBytesPerKey + (place.HasReferenceValues
            ? place.ValueSize + ManagedBytesPerValue
            : Math.Max(0, place.ValueSize - SmallValueBytes));
        return (long)(place.OwnBytes + tables - chars - (perKey * place.References));
    }

    /// <summary>What follows from a census, what saves most first.</summary>
    public static IReadOnlyList<HeapAdvice> Advise(HeapCensus census)
    {
        double notable = Math.Max(NotableBytes, NotableShare * census.Bytes);
        HeapAdvice[] advice =
        [
            .. census.Places
                .GroupBy(static place => (object?)place.Equal ?? place, ReferenceEqualityComparer.Instance)
                .SelectMany(places => AdviseCollections([.. places], census, notable))
                .OrderByDescending(static item => Math.Max(item.SavedBytes, item.MovedBytes))
                .Take(MaxAdvice),
        ];
        return advice.Length > 0 ? advice : [NothingToGain(census, (long)notable)];
    }

    // All places of the same collections, such as keys and values, or a single place.
    private static HeapAdvice[] AdviseCollections(PlaceCensus[] places, HeapCensus census, double notable)
    {
        // Keys and values that are notable together are a change worth making, even if neither is alone.
        double share = notable / places.Length;
        HeapAdvice[] each =
        [
            .. places
                .Select(place => IsKeys(place) ? AdviseKeys(place, census, share) : AdviseField(place, census, share))
                .OfType<HeapAdvice>(),
        ];
        long saved = each.Sum(static item => Math.Max(item.SavedBytes, item.MovedBytes));
        long interned = places.Sum(static place => Math.Max(0, SavedAsInterned(place)));
        return places[0].Equal is { } equal && equal.SavedBytes >= Math.Max(notable, Math.Max(saved, interned))
            ? [AdviseSharing(places, equal, census)]
            : saved >= notable ? each : [];
    }

    private static HeapAdvice AdviseSharing(PlaceCensus[] places, EqualCollections equal, HeapCensus census)
    {
        PlaceCensus place = Array.Find(places, IsKeys) ?? places.MaxBy(static place => place.Bytes)!;
        (string one, string many) = place switch
        {
            { Kind: PlaceKind.SetItems } => ("set", "sets"),
            { Kind: PlaceKind.Keys } or { ValueSize: > 0 } => ("dictionary", "dictionaries"),
            _ => ("array", "arrays"),
        };
        (string have, string shared) = equal.Contents == 1
            ? ("the same content", $"one {one} that all share")
            : ($"{Units.Count(equal.Contents)} different contents", $"one {one} for each content");
        string strings = equal.StringBytes == 0
            ? string.Empty
            : $", {Units.Bytes(equal.StringBytes)} of it in strings that nothing else refers to";
        return Item(
            place,
            census,
            SharedCollection,
            equal.SavedBytes,
            0,
            isEstimated: false,
            equal.SavedObjects,
            $"{Units.Count(equal.Collections)} {many} have {have}: {shared} saves {Units.Bytes(equal.SavedBytes)}{strings}",
            $" The program must not change a shared {one}.");
    }

    private static HeapAdvice? AdviseField(PlaceCensus place, HeapCensus census, double notable)
    {
        long interned = SavedAsInterned(place);
        PlaceCensus[] same = OfSameStrings(place, census);
        if (interned < notable || same[0] != place)
        {
            return null;
        }

        long fewer = place.Strings - place.Distinct;
        string interner = NeedsWeakInterner(place) ? nameof(WeakStringInterner) : nameof(StringInterner);
        string ids = SavedAsIds(place) is { } saved && saved >= BetterByIds * interned
            ? $" As ids of a {nameof(StringTable)} it would be {Units.Bytes(saved)} (estimated), and no string at all."
            : string.Empty;
        return Item(
            place,
            census,
            interner,
            interned,
            0,
            isEstimated: true,
            fewer,
            $"{Units.Count(place.Strings)} strings have {Units.Count(place.Distinct, "text")}: a {interner} where they are made saves "
            + $"{Units.Bytes(interned)}, after subtracting the interner's table",
            ids + Others(same)) with
        {
            Alternative = ids.Length > 0 ? nameof(StringTable) : null,
        };
    }

    // One advice for all of them, about a field if there is one.
    private static PlaceCensus[] OfSameStrings(PlaceCensus place, HeapCensus census) => place.StringsHash == 0 || HasOtherAdvice(place)
        ? [place]
        :
        [
            .. census.Places
                .Where(other => other.StringsHash == place.StringsHash && !HasOtherAdvice(other))
                .OrderByDescending(static other => other.Kind == PlaceKind.Field),
        ];

    // Perhaps to share collections, or to use a cache.
    private static bool HasOtherAdvice(PlaceCensus place) => place.Equal is not null || place.ValueBytes > 0;

    private static string Others(PlaceCensus[] same) => same.Length == 1
        ? string.Empty
        : $" The same strings are in {string.Join(", ", same.Skip(1).Select(static place => place.Name))}.";

    private static HeapAdvice? AdviseKeys(PlaceCensus place, HeapCensus census, double notable)
    {
        string entries = $"{Units.Count(place.Strings)} keys";
        if (place.ValueBytes >= notable)
        {
            // Key, value, where threads share it a node, and in a cache an entry, too.
            long objects = place.Strings * place.Kind switch
            {
                PlaceKind.CacheKeys => 4,
                PlaceKind.ConcurrentKeys => 3,
                _ => 2,
            };
            long moved = place.ValueBytes + place.OwnBytes + place.HolderBytes;
            bool isOneLine = place.Kind == PlaceKind.CacheKeys;
            return Item(
                place,
                census,
                nameof(ByteCache),
                0,
                moved,
                isEstimated: true,
                objects,
                $"{entries} with {Units.Bytes(place.ValueBytes)} of values: a {nameof(ByteCache)} has a limit in bytes and takes "
                + $"{Units.Bytes(moved)} off the managed heap",
                isOneLine
                    ? $" For an IDistributedCache or a HybridCache that is one line: services.{DistributedCache}()."
                    : string.Empty) with
            {
                Alternative = isOneLine ? DistributedCache : null,
            };
        }

        long saved = SavedAsPooled(place) ?? 0;
        if (place.Kind == PlaceKind.CacheKeys || SavedAsInterned(place) >= Math.Max(saved, notable))
        {
            return AdviseField(place, census, notable);
        }

        string type = place.Kind switch
        {
            PlaceKind.Keys => PooledDictionary,
            PlaceKind.ConcurrentKeys => ConcurrentPooledDictionary,
            _ => nameof(PooledStringSet),
        };
        string others = place.OwnBytes == 0
            ? $" The keys' {Units.Bytes(place.Bytes)} stay, as others hold them, too."
            : $" Of the keys' {Units.Bytes(place.Bytes)}, {Units.Bytes(place.Bytes - place.OwnBytes)} stay, as others hold them, too.";
        others = place.OwnBytes < place.Bytes ? others : string.Empty;
        string values = place.HasReferenceValues
            ? " Its values have references and stay on the managed heap: a lookup costs one more cache line, so take it only where memory "
                + "counts more."
            : string.Empty;
        return saved < notable
            ? null
            : Item(
                place,
                census,
                type,
                saved,
                0,
                isEstimated: true,
                place.OwnBytes == place.Bytes ? place.Strings : 0,
                $"{entries}: as {type} {Units.Bytes(saved)} less (estimated; --measure measures it)",
                others + values);
    }

    private static HeapAdvice Item(
        PlaceCensus place,
        HeapCensus census,
        string recommends,
        long saved,
        long moved,
        bool isEstimated,
        long fewer,
        string conclusion,
        string remark)
    {
        double share = census.OldObjects == 0 ? 0 : (double)fewer / census.OldObjects;
        string effect = fewer == 0
            ? string.Empty
            : $", and a full collection marks {Units.Count(fewer)} objects fewer ({Units.Percent(share)})";
        return new HeapAdvice(
            place.Name, place.FullName, recommends, saved, moved, isEstimated, fewer, share, $"{conclusion}{effect}.{remark}");
    }

    private static HeapAdvice NothingToGain(HeapCensus census, long notable)
    {
        long repeated = census.OldStrings.Bytes - census.OldStrings.DistinctBytes;
        long young = census.Strings.Bytes - census.OldStrings.Bytes;
        string most = census.Places.MaxBy(static place => place.RepeatedBytes) is { } first
            && first.RepeatedBytes >= MentionedShare * notable
            ? $" Most of it repeats in {first.Name}, {Units.Bytes(first.RepeatedBytes)}."
            : string.Empty;
        string shortLived = young > census.OldStrings.Bytes
            ? $" Most strings, {Units.Bytes(young)}, are in generations 0 and 1: what is collected soon saves nothing, and if the program "
                + "has only begun, look again later."
            : string.Empty;
        return new HeapAdvice(
            "This heap",
            null,
            null,
            0,
            0,
            IsEstimated: false,
            0,
            0,
            $"There is nothing to gain: old strings that repeat others take {Units.Bytes(repeated)}, and to intern the strings "
            + $"of a place, or to pool its keys, saves less than {Units.Bytes(notable)} everywhere.{most}{shortLived}");
    }

    private static bool NeedsWeakInterner(PlaceCensus place) => place.Distinct >= ManyTexts;

    private static bool IsKeys(PlaceCensus place) =>
        place.Kind is PlaceKind.Keys or PlaceKind.ConcurrentKeys or PlaceKind.SetItems or PlaceKind.CacheKeys;
}
