using Cenote.Caching;
using Cenote.Collections;
using Cenote.Heap;
using Cenote.Interning;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Derives recommendations from a census alone. Only old strings count (generation 2, large and pinned objects), because sharing a
/// string that is collected soon saves nothing. Bytes of repeated strings are counted; the size of Cenote's structures is estimated.
/// </summary>
internal static class HeapRules
{
    /// <summary>A smaller saving is not worth changing a program.</summary>
    public const long NotableBytes = 1 << 20;

    /// <summary>A saving below this share of the heap is not worth changing a program.</summary>
    public const double NotableShare = 0.01;

    /// <summary>If nothing is recommended, a place is named from this share of a notable saving.</summary>
    public const double MentionedShare = 0.1;

    /// <summary>
    /// Ids must save this many times as much as interning, because they change the type of the field.
    /// </summary>
    public const double BetterByIds = 1.25;

    /// <summary>
    /// A cache of bytes copies the array of each key. If keys share arrays, or something else refers to these, the copies may take this
    /// many times as much as what leaves the heap.
    /// </summary>
    public const double MaxCopies = 1.25;

    /// <summary>With this many distinct strings or more, an interner that never drops one can be a memory leak.</summary>
    public const long ManyTexts = 100_000;

    /// <summary>
    /// Bytes per distinct string in a StringInterner, without the string: its share of a table that has just grown.
    /// </summary>
    public const int InternerBytesPerText = 26;

    /// <summary>Bytes per distinct string in a WeakStringInterner, including a handle outside the managed heap.</summary>
    public const int WeakInternerBytesPerText = 34;

    /// <summary>
    /// Bytes per distinct string in a StringTable, without its chars: header, id, share of the table, and address.
    /// </summary>
    public const int TableBytesPerText = 40;

    /// <summary>Bytes per key in a pooled dictionary, without one byte per char: header, value, and share of the table.</summary>
    public const int DictionaryBytesPerKey = 32;

    /// <summary>
    /// The size of a value in <see cref="DictionaryBytesPerKey"/>: a number, or the index of a value with references.
    /// </summary>
    public const int SmallValueBytes = sizeof(int);

    /// <summary>
    /// Bytes per value with references, without the value: it stays in a managed array, next to a list of free slots.
    /// </summary>
    public const int ManagedBytesPerValue = sizeof(int);

    /// <summary>The size of a reference minus that of an id.</summary>
    public const int BytesLessPerReference = 4;

    public const string PooledDictionary = "PooledStringDictionary";
    public const string ConcurrentPooledDictionary = "ConcurrentPooledStringDictionary";
    public const string DistributedCache = "AddCenoteDistributedCache";

    /// <summary>The recommendation for collections with equal content.</summary>
    public const string SharedCollection = "one shared collection";

    /// <summary>The maximum number of recommendations, which is what fits on a screen.</summary>
    public const int MaxAdvice = 8;

    /// <summary>Bytes saved by interning, minus the interner's table; negative if the table is larger.</summary>
    public static long SavedAsInterned(PlaceCensus place) => SavedAsInterned(place, []);

    /// <summary>The same, if strings of other places are interned already.</summary>
    public static long SavedAsInterned(PlaceCensus place, IEnumerable<PlaceCensus> interned) => place.RepeatedBeyond(interned).Bytes
        - (place.Distinct * (NeedsWeakInterner(place) ? WeakInternerBytesPerText : InternerBytesPerText));

    /// <summary>Bytes saved by ids; null for the keys of a dictionary.</summary>
    public static long? SavedAsIds(PlaceCensus place) => IsKeys(place)
        ? null
        : place.OwnBytes + (BytesLessPerReference * place.References)
            - (2 * place.DistinctChars) - (TableBytesPerText * place.Distinct);

    /// <summary>
    /// Bytes saved by keys in unmanaged memory, negative if they take more; null if the place is not a dictionary. Tables also hold
    /// young keys, and a key can be in several tables, so both sides count references to old keys.
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

    /// <summary>Bytes that a cache of bytes takes off the heap: keys, tables and values; 0 if it would copy more than that.</summary>
    public static long MovedAsCache(PlaceCensus place) =>
        place.OwnValueBytes == 0 || place.ValueCopyBytes > MaxCopies * place.OwnValueBytes
        ? 0
        : place.OwnValueBytes + place.OwnBytes + place.HolderBytes;

    /// <summary>The recommendations for a census: first those whose place a program can change, the largest saving first.</summary>
    public static IReadOnlyList<HeapAdvice> Advise(HeapCensus census)
    {
        double notable = Math.Max(NotableBytes, NotableShare * census.Bytes);
        ILookup<bool, PlaceCensus[]> groups = census.Places
            .GroupBy(static place => (object?)place.Equal ?? place, ReferenceEqualityComparer.Instance)
            .Select(static places => places.ToArray())
            .ToLookup(places => IsWorthSharing(places, notable));

        // Of places that share strings, the first one gets the advice.
        var interned = new List<PlaceCensus>();
        HeapAdvice[] others =
        [
            .. groups[false]
                .OrderByDescending(static places => Array.Exists(places, HasOwner))
                .ThenByDescending(static places => places.Max(SavedAsInterned))
                .ThenByDescending(static places => places[0].Kind == PlaceKind.Field)
                .SelectMany(places => AdviseEach(places, interned, census, notable)),
        ];
        HeapAdvice[] advice =
        [
            .. groups[true].Select(places => AdviseSharing(places, places[0].Equal!, census))
                .Concat(others)
                .OrderByDescending(static item => item.HasOwner)
                .ThenByDescending(static item => Math.Max(item.SavedBytes, item.MovedBytes))
                .Take(MaxAdvice),
        ];
        return advice.Length > 0 ? advice : [NoSavings(census, (long)notable)];
    }

    // Whether one collection for each content saves at least as much as changes of its places.
    private static bool IsWorthSharing(PlaceCensus[] places, double notable) => places[0].Equal is { } equal
        && equal.SavedBytes >= notable
        && equal.SavedBytes >= places.Select((place, i) => SavedAlone(place, places[..i])).Sum();

    private static long SavedAlone(PlaceCensus place, PlaceCensus[] interned) => Math.Max(
        Math.Max(0, SavedAsInterned(place, interned)), Math.Max(SavedAsPooled(place) ?? 0, MovedAsCache(place)));

    // Whether a program can change it: other rows combine collections of several owners, or of unknown ones.
    private static bool HasOwner(PlaceCensus place) => place.Owner is not null || place.Kind is PlaceKind.Field or PlaceKind.CacheKeys;

    // All places of the same collections, such as keys and values, or a single place.
    private static HeapAdvice[] AdviseEach(PlaceCensus[] places, List<PlaceCensus> interned, HeapCensus census, double notable)
    {
        // Keys and values can be worth a change together even if neither is alone.
        double share = notable / places.Length;
        HeapAdvice[] each =
        [
            .. places
                .Select(place => IsKeys(place) ? AdviseKeys(place, interned, census, share) : AdviseField(place, interned, census, share))
                .OfType<HeapAdvice>(),
        ];
        return each.Sum(static item => Math.Max(item.SavedBytes, item.MovedBytes)) >= notable ? each : [];
    }

    private static HeapAdvice AdviseSharing(PlaceCensus[] places, EqualCollections equal, HeapCensus census)
    {
        PlaceCensus place = Array.Find(places, IsKeys) ?? places.MaxBy(static place => place.Bytes)!;
        (string one, string many) = place switch
        {
            { Kind: PlaceKind.SetItems } => ("set", "sets"),
            { Kind: PlaceKind.Keys } or { ValueSize: > 0 } => ("dictionary", "dictionaries"),
            _ when equal.HasLists => ("list", "lists"),
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

    private static HeapAdvice? AdviseField(PlaceCensus place, List<PlaceCensus> interned, HeapCensus census, double notable)
    {
        long saved = SavedAsInterned(place, interned);
        if (saved < notable)
        {
            return null;
        }

        (long fewer, long repeated) = place.RepeatedBeyond(interned);
        string counted = repeated == place.RepeatedBytes ? string.Empty : " Strings that places above have, too, count there.";
        string interner = NeedsWeakInterner(place) ? nameof(WeakStringInterner) : nameof(StringInterner);
        string ids = SavedAsIds(place) is { } asIds && asIds >= BetterByIds * saved
            ? $" Ids of a {nameof(StringTable)} save {Units.Bytes(asIds)} (estimated) and need no string objects."
            : string.Empty;
        string others = OfSameStrings(place, interned, census, notable);
        interned.Add(place);
        return Item(
            place,
            census,
            interner,
            saved,
            0,
            isEstimated: true,
            fewer,
            $"{Units.Count(place.Strings)} strings have {Units.Count(place.Distinct, "distinct value")}: a {interner} where they are created "
            + $"saves {Units.Bytes(saved)}, after subtracting its table",
            counted + ids + others) with
        {
            Alternative = ids.Length > 0 ? nameof(StringTable) : null,
        };
    }

    // Places that are worth interning only because they have strings of this one.
    private static string OfSameStrings(PlaceCensus place, List<PlaceCensus> interned, HeapCensus census, double notable)
    {
        string[] others =
        [
            .. census.Places
                .Where(other => other != place && SavedAsInterned(other, interned) >= notable)
                .Where(other => SavedAsInterned(other, interned.Append(place)) < notable)
                .Select(static other => other.Name),
        ];
        return others.Length == 0 ? string.Empty : $" The same strings are in {string.Join(", ", others)}.";
    }

    private static HeapAdvice? AdviseKeys(PlaceCensus place, List<PlaceCensus> interned, HeapCensus census, double notable)
    {
        string entries = $"{Units.Count(place.Strings)} keys";
        if (place.OwnValueBytes >= notable && MovedAsCache(place) is > 0 and var moved)
        {
            // A concurrent dictionary also has a node for each key, and a cache an entry.
            long objects = place.OwnValues + (place.OwnBytes == place.Bytes ? place.Strings : 0) + (place.References * place.Kind switch
            {
                PlaceKind.CacheKeys => 2,
                PlaceKind.ConcurrentKeys => 1,
                _ => 0,
            });
            bool isOneLine = place.Kind == PlaceKind.CacheKeys;
            return Item(
                place,
                census,
                nameof(ByteCache),
                0,
                moved,
                isEstimated: true,
                objects,
                $"{entries} with {Units.Bytes(place.OwnValueBytes)} of values: a {nameof(ByteCache)} limits its size in bytes and takes "
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
            return AdviseField(place, interned, census, notable);
        }

        string type = place.Kind switch
        {
            PlaceKind.Keys => PooledDictionary,
            PlaceKind.ConcurrentKeys => ConcurrentPooledDictionary,
            _ => nameof(PooledStringSet),
        };
        string stays = place.OwnBytes == 0
            ? $" The strings of the keys ({Units.Bytes(place.Bytes)}) stay, because other objects refer to them too."
            : $" {Units.Bytes(place.Bytes - place.OwnBytes)} of {Units.Bytes(place.Bytes)} in strings of the keys stay, because other objects "
                + "refer to them too.";
        stays = place.OwnBytes < place.Bytes ? stays : string.Empty;
        string values = place.HasReferenceValues
            ? " Values with references stay on the managed heap, so a lookup reads one more cache line: use it only if memory matters more "
                + "than speed."
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
                $"{entries}: a {type} saves {Units.Bytes(saved)} (estimated; --measure measures it)",
                stays + values);
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
        string owners = HasOwner(place)
            ? string.Empty
            : " This row combines collections of several owners, or of unknown ones.";
        double share = census.OldObjects == 0 ? 0 : (double)fewer / census.OldObjects;
        string effect = fewer == 0
            ? string.Empty
            : $", and a full collection marks {Units.Count(fewer)} fewer objects ({Units.Percent(share)})";
        return new HeapAdvice(
            place.Name, place.FullName, recommends, saved, moved, isEstimated, fewer, share, $"{conclusion}{effect}.{remark}{owners}")
        {
            HasOwner = HasOwner(place),
        };
    }

    private static HeapAdvice NoSavings(HeapCensus census, long notable)
    {
        long repeated = census.OldStrings.Bytes - census.OldStrings.DistinctBytes;
        long young = census.Strings.Bytes - census.OldStrings.Bytes;
        string most = census.Places.MaxBy(static place => place.RepeatedBytes) is { } first
            && first.RepeatedBytes >= MentionedShare * notable
            ? $" Most of them are in {first.Name}: {Units.Bytes(first.RepeatedBytes)}."
            : string.Empty;
        string shortLived = young > census.OldStrings.Bytes
            ? $" Most strings ({Units.Bytes(young)}) are in generations 0 and 1. Sharing strings that are collected soon saves nothing; if the "
                + "program has just started, look again later."
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
            $"No savings found: old strings that repeat others take {Units.Bytes(repeated)}, and interning the strings of any one place, or "
            + $"pooling its keys, saves less than {Units.Bytes(notable)}.{most}{shortLived}");
    }

    private static bool NeedsWeakInterner(PlaceCensus place) => place.Distinct >= ManyTexts;

    private static bool IsKeys(PlaceCensus place) =>
        place.Kind is PlaceKind.Keys or PlaceKind.ConcurrentKeys or PlaceKind.SetItems or PlaceKind.CacheKeys;
}
