using System.Text;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>
/// Every kind of object that allocates native memory as it grows, initially empty. Most entries are short, some take up to 300
/// KB.
/// </summary>
internal static class GrowingOwners
{
    private static readonly Dictionary<string, Func<PageSource, GrowingOwner>> s_kinds = new()
    {
        [nameof(SegmentedStringPool)] = static pages => Of(new SegmentedStringPool(new SegmentedStringPoolOptions(), pages)),
        ["SegmentedStringPool without a reservation"] = static pages =>
            Of(new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 0 }, pages)),
        [nameof(ConcurrentStringPool)] = static pages => Of(new ConcurrentStringPool(new ConcurrentStringPoolOptions(), pages)),
        [nameof(Utf8StringPool)] = static pages => Of(new Utf8StringPool(new Utf8StringPoolOptions(), pages)),
        [nameof(ConcurrentUtf8StringPool)] = static pages =>
            Of(new ConcurrentUtf8StringPool(new ConcurrentStringPoolOptions(), pages)),
        [nameof(UnmanagedStringPool)] = static pages => Of(new UnmanagedStringPool(1_000, true, pages, TimeProvider.System)),
        [nameof(SynchronizedStringPool)] = static pages =>
            Of(new SynchronizedStringPool(new UnmanagedStringPool(1_000, true, pages, TimeProvider.System))),
        [nameof(PooledStringDictionary<>)] = static pages =>
            Of(new PooledStringDictionary<int>(new PooledStringDictionaryOptions(), pages)),
        [nameof(PooledStringSet)] = static pages => Of(new PooledStringSet(new PooledStringDictionaryOptions(), pages)),
        [nameof(ConcurrentPooledStringDictionary<>)] = static pages =>
            Of(new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions(), 4, pages)),
        [nameof(NativeDictionary<,>)] = static pages =>
            Of(new NativeDictionary<int, Large>(new NativeDictionaryOptions(), null, pages)),
        [nameof(ConcurrentNativeDictionary<,>)] = static pages =>
            Of(new ConcurrentNativeDictionary<int, Large>(new NativeDictionaryOptions(), 4, null, pages)),
        [nameof(NativeList<>)] = static pages => Of(new NativeList<Large>(new NativeListOptions(), pages)),
        [nameof(BlobStore)] = static pages => Of(new BlobStore(new BlobStoreOptions(), pages)),
        [nameof(StringTable)] = static pages => Of(new StringTable(new StringTableOptions(), pages)),
        [nameof(StringArena)] = static pages => Of(new StringArena(new StringArenaOptions(), pages)),
        [nameof(StringArenaList)] = static pages => Of(new StringArenaList(new StringArenaOptions(), pages)),
        [nameof(PooledStringPostings)] = static pages =>
            Of(new PooledStringPostings(new PooledStringDictionaryOptions(), pages)),
        [nameof(Utf8StringStore)] = static pages => Of(new Utf8StringStore(new Utf8StringStoreOptions(), pages)),
        ["Utf8StringStore without a reservation"] = static pages =>
            Of(new Utf8StringStore(new Utf8StringStoreOptions { ReservedAddressBytes = 0 }, pages)),
    };

    public static IEnumerable<string> Kinds => s_kinds.Keys;

    public static GrowingOwner Make(string kind, PageSource pages) => s_kinds[kind](pages);

    private static string Text(int number)
    {
        int length = (number % 64) switch { 63 => 150_000, 31 => 20_000, 15 or 47 => 2_000, int rest => 3 * rest };
        return $"{number}: {new string((char)('a' + (number % 26)), length)}";
    }

    private static byte[] Utf8(int number) => Encoding.UTF8.GetBytes(Text(number));

    private static GrowingOwner Of(StringPool pool)
    {
        List<PooledStringId> ids = [];
        return new GrowingOwner(
            pool,
            number => Put(ids, number, pool.Allocate(Text(number)).Id),
            number => Check(number, pool.AsSpan(ids[number])),
            () => pool.ActiveAllocations,
            pool.Clear,
            pool.Trim);
    }

    private static GrowingOwner Of(Utf8Pool pool)
    {
        List<PooledStringId> ids = [];
        return new GrowingOwner(
            pool,
            number => Put(ids, number, pool.Allocate(Utf8(number)).Id),
            number => Check(number, pool.AsSpan(ids[number])),
            () => pool.ActiveAllocations,
            pool.Clear,
            pool.Trim);
    }

    private static GrowingOwner Of(UnmanagedStringPool pool)
    {
        List<PooledStringId> ids = [];
        return new GrowingOwner(
            pool,
            number => Put(ids, number, pool.Allocate(Text(number)).Id),
            number => Check(number, pool.AsSpan(ids[number])),
            () => pool.ActiveAllocations,
            pool.Clear,
            pool.Trim);
    }

    private static GrowingOwner Of(SynchronizedStringPool pool)
    {
        List<PooledStringId> ids = [];
        return new GrowingOwner(
            pool,
            number => Put(ids, number, pool.Allocate(Text(number))),
            number => Check(number, pool.GetString(ids[number])),
            () => pool.GetStatistics().ActiveAllocations,
            pool.Clear,
            pool.Trim);
    }

    private static GrowingOwner Of(BlobStore store)
    {
        List<BlobId> ids = [];
        return new GrowingOwner(
            store,
            number => Put(ids, number, store.Allocate(Utf8(number))),
            number => Check(number, store.AsSpan(ids[number])),
            () => store.Count,
            store.Clear,
            store.Trim);
    }

    private static GrowingOwner Of(StringArena arena)
    {
        List<ArenaString> values = [];
        return new GrowingOwner(
            arena,
            number => Put(values, number, arena.Add(Text(number))),
            number => Check(number, arena.AsSpan(values[number])),
            Clear: arena.Reset);
    }

    private static GrowingOwner Of(Utf8StringStore store)
    {
        List<long> ids = [];
        return new GrowingOwner(
            store,
            number => Put(ids, number, store.Add(Utf8(number))),
            number => Check(number, store.AsSpan(ids[number])),
            () => store.GetStatistics().Count,
            store.Reset);
    }

    private static GrowingOwner Of(StringArenaList list) => new(
        list, number => list.Add(Text(number)), number => Check(number, list.AsSpan(number)), () => list.Count, list.Clear);

    private static GrowingOwner Of(StringTable table) => new(
        table,
        number => Assert.Equal(number, table.GetOrAdd(Text(number))),
        number =>
        {
            Check(number, table.AsSpan(number));
            Assert.True(table.TryGetId(Text(number), out int id) && id == number);
        },
        () => table.Count);

    private static GrowingOwner Of(PooledStringDictionary<int> entries) => new(
        entries,
        number => entries.Add(Text(number), number),
        number => Assert.Equal(number, entries[Text(number)]),
        () => entries.Count,
        entries.Clear,
        entries.Trim);

    private static GrowingOwner Of(PooledStringSet set) => new(
        set,
        number => Assert.True(set.Add(Text(number))),
        number => Assert.True(set.Contains(Text(number))),
        () => set.Count,
        set.Clear,
        set.Trim);

    private static GrowingOwner Of(ConcurrentPooledStringDictionary<int> entries) => new(
        entries,
        number => entries[Text(number)] = number,
        number => Assert.Equal(number, entries[Text(number)]),
        () => entries.Count,
        entries.Clear,
        entries.Trim);

    private static GrowingOwner Of(PooledStringPostings index) => new(
        index,
        number => Assert.True(index.Add(Text(number), number)),
        number => Assert.Equal([number], index.GetNumbers(Text(number))),
        () => index.NumberCount,
        index.Clear,
        index.Trim);

    private static GrowingOwner Of(NativeDictionary<int, Large> entries) => new(
        entries,
        number => entries.Add(number, TestedValues.Large(number)),
        number => Assert.Equal(TestedValues.Large(number), entries[number]),
        () => entries.Count,
        entries.Clear,
        entries.Trim);

    private static GrowingOwner Of(ConcurrentNativeDictionary<int, Large> entries) => new(
        entries,
        number => entries[number] = TestedValues.Large(number),
        number => Assert.Equal(TestedValues.Large(number), entries[number]),
        () => entries.Count,
        entries.Clear,
        entries.Trim);

    private static GrowingOwner Of(NativeList<Large> list) => new(
        list,
        number => list.Add(TestedValues.Large(number)),
        number => Assert.Equal(TestedValues.Large(number), list[number]),
        () => list.Count,
        list.Clear,
        list.Trim);

    // After the owner was cleared, numbers start again.
    private static void Put<T>(List<T> ids, int number, T id)
    {
        ids.RemoveRange(number, ids.Count - number);
        ids.Add(id);
    }

    private static void Check(int number, ReadOnlySpan<char> text) =>
        Assert.True(text.SequenceEqual(Text(number)), "A wrong string was read.");

    private static void Check(int number, ReadOnlySpan<byte> utf8) =>
        Assert.True(utf8.SequenceEqual(Utf8(number)), "A wrong string was read.");
}
