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
    /// <summary>The minimum saving that justifies changing a program, in bytes.</summary>
    public const long NotableBytes = 1 << 20;

    /// <summary>The minimum saving that justifies changing a program, as a share of the heap.</summary>
    public const double NotableShare = 0.01;

    /// <summary>
    /// If nothing is recommended, the place with the most repeated bytes is named if these are at least this share of a notable
    /// saving.
    /// </summary>
    public const double MentionedShare = 0.1;

    /// <summary>
    /// Ids must save at least this many times as much as interning, because they change the type of the field.
    /// </summary>
    public const double BetterByIds = 1.25;

    /// <summary>
    /// A <see cref="ByteCache"/> stores one copy per key. It is recommended only if the size of the copies is at most this many times
    /// the size of the values that leave the heap.
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

    /// <summary>The size of a reference minus that of an id, in bytes.</summary>
    public const int BytesLessPerReference = 4;

    public const string PooledDictionary = "PooledStringDictionary";
    public const string ConcurrentPooledDictionary = "ConcurrentPooledStringDictionary";
    public const string DistributedCache = "AddCenoteDistributedCache";

    /// <summary>The recommendation for collections with equal content.</summary>
    public const string SharedCollection = "one shared collection";

    /// <summary>The maximum number of recommendations: as many as fit on a screen.</summary>
    public const int MaxAdvice = 8;

    /// <summary>Bytes saved by interning, minus the interner's table; negative if the table is larger.</summary>
    public static long SavedAsInterned(PlaceCensus place) => place.RepeatedBytes - InternerBytes(place);

    // The same saving after other places were interned. The saving if no other place is interned is an upper bound, and is known
    // without reading strings.
    private static long SavedAsInterned(PlaceCensus place, InternedPlaces interned, double least) => SavedAsInterned(place) is var alone && alone < least
        ? alone
        : interned.RepeatedIn(place).Bytes - InternerBytes(place);

    private static long InternerBytes(PlaceCensus place) =>
        place.Distinct * (NeedsWeakInterner(place) ? WeakInternerBytesPerText : InternerBytesPerText);

    /// <summary>Bytes saved by ids; null for keys and sets.</summary>
    public static long? SavedAsIds(PlaceCensus place) => IsKeys(place)
        ? null
        : place.OwnBytes + (BytesLessPerReference * place.References)
            - (2 * place.DistinctChars) - (TableBytesPerText * place.Distinct);

    /// <summary>
    /// Bytes saved by keys in unmanaged memory, negative if they take more; null if the place is neither a dictionary nor a set.
    /// Tables also hold young keys, and a key can be in several tables, so savings and costs are computed per reference to an old
    /// key.
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

    /// <summary>Bytes that a <see cref="ByteCache"/> takes off the heap: keys, tables and values; 0 if no values leave, or if its
    /// copies take more than <see cref="MaxCopies"/> times the values that leave.</summary>
    public static long MovedAsCache(PlaceCensus place) =>
        place.OwnValueBytes == 0 || place.ValueCopyBytes > MaxCopies * place.OwnValueBytes
        ? 0
        : place.OwnValueBytes + place.OwnBytes + place.HolderBytes;

    /// <summary>The recommendations for a census: places with a known owner first, the largest saving first.</summary>
    public static IReadOnlyList<HeapAdvice> Advise(HeapCensus census)
    {
        double notable = Math.Max(NotableBytes, NotableShare * census.Bytes);
        ILookup<bool, PlaceCensus[]> groups = census.Places
            .GroupBy(static place => (object?)place.Equal ?? place, ReferenceEqualityComparer.Instance)
            .Select(static places => places.ToArray())
            .ToLookup(places => IsWorthSharing(places, notable));

        // If places share strings, only the first one gets a recommendation for them.
        using var interned = new InternedPlaces();
        HeapAdvice[] others =
        [
            .. groups[false]
                .OrderByDescending(static places => Array.Exists(places, static place => place.HasOwner))
                .ThenByDescending(static places => places.Max(SavedAsInterned))
                .ThenByDescending(static places => places[0] is { Kind: PlaceKind.Field, Owner: null })
                .SelectMany(places => AdviseEach(places, interned, census, notable)),
        ];
        HeapAdvice[] advice =
        [
            .. groups[true].Select(places => AdviseSharing(places, places[0].Equal!, census))
                .Concat(others)
                .OrderByDescending(static item => Math.Max(item.SavedBytes, item.MovedBytes))
                .Take(MaxAdvice)
                .OrderByDescending(static item => item.HasOwner),
        ];
        return advice.Length > 0 ? advice : [NoSavings(census, (long)notable)];
    }

    // Whether sharing equal collections is worth a change, and saves at least as much as changing their places.
    private static bool IsWorthSharing(PlaceCensus[] places, double notable)
    {
        if (places[0].Equal is not { } equal || equal.SavedBytes < notable)
        {
            return false;
        }

        using var interned = new InternedPlaces();
        long alone = 0;
        foreach (PlaceCensus place in places)
        {
            long saved = Math.Max(0, SavedAsInterned(place, interned, least: 1));
            alone += Math.Max(saved, Math.Max(SavedAsPooled(place) ?? 0, IsKeys(place) ? MovedAsCache(place) : 0));
            if (saved > 0)
            {
                interned.Add(place);
            }
        }

        return equal.SavedBytes >= alone;
    }

    // The places are all those of the same collections, such as their keys and values, or a single place.
    private static HeapAdvice[] AdviseEach(PlaceCensus[] places, InternedPlaces interned, HeapCensus census, double notable)
    {
        // Keys and values together can be worth a change even if neither alone is.
        double share = notable / places.Length;
        int before = interned.Places.Count;
        HeapAdvice[] each =
        [
            .. places
                .Select(place => IsKeys(place) ? AdviseKeys(place, interned, census, share) : AdviseField(place, interned, census, share))
                .OfType<HeapAdvice>(),
        ];
        if (each.Sum(static item => Math.Max(item.SavedBytes, item.MovedBytes)) < notable)
        {
            interned.Keep(before);
            return [];
        }

        return each;
    }

    private static HeapAdvice AdviseSharing(PlaceCensus[] places, EqualCollections equal, HeapCensus census)
    {
        PlaceCensus place = Array.Find(places, IsKeys) ?? places.MaxBy(static place => place.Bytes)!;
        (string one, string many) = place switch
        {
            { Kind: PlaceKind.SetItems } => ("set", "sets"),
            { Kind: PlaceKind.Keys } or { ValueSize: > 0 } => ("dictionary", "dictionaries"),
            _ when equal.Lists == equal.Collections => ("list", "lists"),
            _ when equal.Lists > 0 => ("collection", "collections"),
            _ => ("array", "arrays"),
        };
        (string have, string shared) = equal.Contents == 1
            ? ("the same content", $"one {one} that all share")
            : ($"{Units.Count(equal.Contents)} different contents", $"sharing equal {many}");
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
            $" The program must not change a shared {one}.") with
        {
            HasLists = one == "list",
        };
    }

    private static HeapAdvice? AdviseField(PlaceCensus place, InternedPlaces interned, HeapCensus census, double notable)
    {
        long saved = SavedAsInterned(place, interned, notable);
        if (saved < notable)
        {
            return null;
        }

        (long fewer, long repeated) = interned.RepeatedIn(place);
        string counted = repeated == place.RepeatedBytes
            ? string.Empty
            : $" Strings that are also in {string.Join(", ", Sharing(place, interned))} are counted there only.";
        string interner = NeedsWeakInterner(place) ? nameof(WeakStringInterner) : nameof(StringInterner);
        string ids = SavedAsIds(place) is { } asIds && asIds >= BetterByIds * saved
            ? $" Ids of a {nameof(StringTable)} save {Units.Bytes(asIds)} (estimated) and need no string objects."
            : string.Empty;
        PlaceCensus[] notableOthers =
        [
            .. census.Places.Where(other => other != place && SavedAsInterned(other, interned, notable) >= notable),
        ];
        interned.Add(place);
        string others = Covered(notableOthers, interned, notable);
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
            counted + ids + others + EqualContent(place, notable)) with
        {
            Alternative = ids.Length > 0 ? nameof(StringTable) : null,
        };
    }

    // Omitted for fields, such as the values of a dictionary: these are in the same collections as the keys.
    private static string EqualContent(PlaceCensus place, double notable) =>
        place.Equal is { } equal && equal.SavedBytes >= notable && place.Kind != PlaceKind.Field
        ? $" Its {Units.Count(equal.Collections)} collections with equal content save {Units.Bytes(equal.SavedBytes)} if they are shared instead."
        : string.Empty;

    private static IEnumerable<string> Sharing(PlaceCensus place, InternedPlaces interned)
    {
        foreach (PlaceCensus other in interned.Places)
        {
            using var one = new InternedPlaces(other);
            if (one.RepeatedIn(place).Bytes < place.RepeatedBytes)
            {
                yield return other.Name;
            }
        }
    }

    // Names the places that were worth interning before the latest place was added to the interned ones, and are not any more.
    private static string Covered(PlaceCensus[] places, InternedPlaces interned, double notable)
    {
        string[] covered =
        [
            .. places.Where(place => SavedAsInterned(place, interned, notable) < notable).Select(static place => place.Name),
        ];
        return covered.Length == 0 ? string.Empty : $" This also covers {string.Join(", ", covered)}.";
    }

    private static HeapAdvice? AdviseKeys(PlaceCensus place, InternedPlaces interned, HeapCensus census, double notable)
    {
        string entries = $"{Units.Count(place.Strings)} keys";
        if (place.OwnValueBytes >= notable && MovedAsCache(place) is > 0 and var moved)
        {
            // A concurrent dictionary has a node for each key; a cache has a node and an entry.
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
                $"{entries} with {Units.Bytes(place.ValueBytes)} of values{Held(place)}: a {nameof(ByteCache)} takes "
                + $"{Units.Bytes(moved)} off the managed heap, and needs {Units.Bytes(place.ValueCopyBytes)} of unmanaged "
                + "memory for the values",
                $" It evicts entries to stay within its limit in bytes, and refuses values above a fraction of that limit."
                + (isOneLine
                    ? $" For an IDistributedCache or a HybridCache that is one line: services.{DistributedCache}()."
                    : string.Empty)) with
            {
                Alternative = isOneLine ? DistributedCache : null,
            };
        }

        long saved = SavedAsPooled(place) ?? 0;
        if (place.Kind == PlaceKind.CacheKeys || SavedAsInterned(place, interned, notable) >= Math.Max(saved, notable))
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
            ? " Values with references stay on the managed heap, so a lookup reads one more cache line: use this type only "
                + "if memory matters more than speed."
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
                $"{entries}: a {type} saves {Units.Bytes(saved)} (estimated)",
                stays + values);
    }

    private static string Held(PlaceCensus place) => place.OwnValueBytes == place.ValueBytes
    ? string.Empty
    : $", {Units.Bytes(place.OwnValueBytes)} of them held by nothing else";

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
        string owners = place.HasOwner
            ? string.Empty
            : " This row combines collections of several or unknown owners.";
        double share = census.OldObjects == 0 ? 0 : (double)fewer / census.OldObjects;
        string effect = fewer == 0
            ? string.Empty
            : $", and a full collection marks {Units.Count(fewer)} fewer objects ({Units.Percent(share)})";
        return new HeapAdvice(
            place.Name, place.FullName, recommends, saved, moved, isEstimated, fewer, share, $"{conclusion}{effect}.{remark}{owners}")
        {
            HasOwner = place.HasOwner,
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
