using System.Text;
using Cenote.Arenas;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests.Support;

/// <summary>One filled object of each type that owns memory, with a use that checks each result.</summary>
internal static class Specimens
{
    private const int Count = 120;
    private const string Other = "a text that is not among the others";

    private static readonly int[] s_lengths = [1, 5, 9, 40, 130, 300, 5_000];

    private static readonly Dictionary<string, Func<Specimen>> s_makers = new(StringComparer.Ordinal)
    {
        [nameof(SegmentedStringPool)] = static () => OfPool(new SegmentedStringPool()),
        [nameof(ConcurrentStringPool)] = static () => OfPool(new ConcurrentStringPool()),
        ["ManagedShortStrings"] = static () =>
            OfPool(new ConcurrentStringPool(new() { ShortStrings = ShortStrings.Managed, MinimumLength = 8 })),
        [nameof(UnmanagedStringPool)] = OfContiguousPool,
        [nameof(Utf8StringPool)] = OfUtf8Pool,
        [nameof(SynchronizedStringPool)] = OfSynchronizedPool,
        [nameof(StringArena)] = OfArena,
        [nameof(StringArenaList)] = OfArenaList,
        [nameof(Utf8StringStore)] = OfUtf8Arena,
        [nameof(PooledStringDictionary<>)] = OfDictionary,
        ["DictionaryOfReferences"] = OfReferences,
        [nameof(ConcurrentPooledStringDictionary<>)] = OfConcurrentDictionary,
        [nameof(PooledStringSet)] = OfSet,
        [nameof(StringTable)] = OfTable,
        [nameof(StringInterner)] = OfInterner,
        [nameof(BoundedStringInterner)] = OfBoundedInterner,
        [nameof(WeakStringInterner)] = OfWeakInterner,
        [nameof(ObjectPool<>)] = OfObjectPool,
        [nameof(ByteCache)] = OfCache,
        [nameof(ValueCache<>)] = OfValueCache,
        [nameof(NativeDictionary<,>)] = OfNativeDictionary,
        [nameof(ConcurrentNativeDictionary<,>)] = OfConcurrentNativeDictionary,
        [nameof(NativeList<>)] = OfNativeList,
        [nameof(BlobStore)] = OfBlobStore,
        [nameof(FrozenPooledStringDictionary<>)] = OfFrozenDictionary,
        [nameof(FrozenPooledStringSet)] = OfFrozenSet,
        [nameof(FrozenStringTable)] = OfFrozenTable,
    };

    public static IEnumerable<string> Names => s_makers.Keys;

    /// <summary>The specimens that are disposable.</summary>
    public static IEnumerable<string> Disposable => Names.Where(static name => Make(name).Target is IDisposable);

    public static Specimen Make(string name) => s_makers[name]();

    public static string Text(int i) => i.ToString("D4", null)
        .PadRight(Math.Max(4, s_lengths[i % s_lengths.Length]), (char)('a' + (i % 26)));

    private static Specimen OfPool(StringPool pool)
    {
        PooledStringRef[] handles = [.. Each(i => pool.Allocate(Text(i)))];
        return new Specimen(
            pool,
            () =>
            {
                Read(i => handles[i].AsSpan().ToString());
                Read(i => pool.AsSpan(handles[i].Id).ToString());

                // Other threads may free the string between the calls, but a dead handle stays dead.
                Allowed.Try(() => Assert.True(handles[0].IsAlive || !handles[0].TryGetSpan(out _)));
                Change(text => pool.Allocate(text).Free());
                Change(text => handles[5].Insert(2, text).Free());
                Change(_ => pool.Create(40, 'x', static (span, fill) => span.Fill(fill)).Free());
                Change(_ => pool.GetStatistics());
                Change(_ => pool.Trim());
                _ = handles[1].GetHashCode() + pool.ActiveAllocations + pool.ManagedBytes + pool.BytesReserved;
                _ = handles[1] == handles[2];
            },
            () => Array.ForEach(handles, static handle => handle.Free()));
    }

    private static Specimen OfContiguousPool()
    {
        var pool = new UnmanagedStringPool(1_000);
        PooledString[] handles = [.. Each(i => pool.Allocate(Text(i)))];
        return new Specimen(
            pool,
            () =>
            {
                Read(i => handles[i].AsSpan().ToString());
                Read(i => pool.AsSpan(handles[i].Id).ToString());
                Change(text => pool.Allocate(text).Free());
                Change(text => handles[5].Insert(2, text).Free());
                Change(_ => pool.DefragmentAndGrowPool(4_000));
                Change(_ => pool.GetStatistics());
                Change(_ => pool.Trim());
                Change(_ => pool.DumpBufferAsString());
                _ = handles[1].GetHashCode() + pool.ActiveAllocations + pool.FreeSpaceChars + pool.EndBlockSizeChars;
            },
            () => Array.ForEach(handles, static handle => handle.Free()));
    }

    private static Specimen OfUtf8Pool()
    {
        var pool = new Utf8StringPool();
        PooledUtf8String[] handles = [.. Each(i => pool.Allocate(Text(i)))];
        return new Specimen(
            pool,
            () =>
            {
                Read(i => Encoding.UTF8.GetString(handles[i].AsSpan()));
                Read(i => Encoding.UTF8.GetString(pool.AsSpan(handles[i].Id)));
                Change(text => pool.Allocate(text).Free());
                Change(_ => pool.GetStatistics());
                Change(_ => pool.Trim());
                _ = handles[1].GetHashCode() + pool.ActiveAllocations;
            },
            () => Array.ForEach(handles, static handle => handle.Free()));
    }

    private static Specimen OfSynchronizedPool()
    {
        var pool = new SynchronizedStringPool(new SegmentedStringPool());
        PooledStringId[] ids = [.. Each(i => pool.Allocate(Text(i)))];
        return new Specimen(
            pool,
            () =>
            {
                Read(i => pool.GetString(ids[i]));
                Change(text => pool.Free(pool.Allocate(text)));
                Change(_ => pool.GetStatistics());
                Change(_ => pool.Trim());
            },
            () => Array.ForEach(ids, pool.Free));
    }

    private static Specimen OfArena()
    {
        var arena = new StringArena();
        ArenaString[] values = [.. Each(i => arena.Add(Text(i)))];
        ArenaString[] sorted = [.. values];
        return new Specimen(
            arena,
            () =>
            {
                Read(i => arena.AsSpan(in values[i]).ToString());
                Change(text => arena.Add(text));
                Change(text => arena.Add(Encoding.UTF8.GetBytes(text)));
                Change(_ => arena.Sort(sorted));
                Change(_ => arena.Compare(values[2], values[3]));
                _ = values[6].GetHashCode() + arena.BytesReserved + arena.BytesUsed + arena.ChunkCount;
                _ = values[6] == values[5] || values[6].IsAlive;
            },
            arena.Reset);
    }

    private static Specimen OfArenaList()
    {
        var list = new StringArenaList();
        _ = Each(i =>
        {
            list.Add(Text(i));
            return i;
        }).Count();
        return new Specimen(
            list,
            () =>
            {
                Allowed.Try(() => Assert.Contains(list.AsSpan(0).ToString(), new[] { Text(0), Other }));
                Change(text => list.Add(text));
                Change(_ => list.Sort());
                Change(_ => list.Values.ToArray());
                Change(_ => Assert.Equal(list.Count, list.ToArray().Length));
                _ = list.BytesReserved + list.Count;
            },
            list.Clear);
    }

    private static Specimen OfDictionary()
    {
        var dictionary = new PooledStringDictionary<int>();
        _ = Each(i => dictionary[Text(i)] = i).Count();
        return new Specimen(
            dictionary,
            () =>
            {
                Find(key => dictionary[key]);
                Change(text => dictionary[text] = -1);
                Change(text => dictionary.Remove(text));
                Change(text => dictionary.GetValueRefOrAddDefault(text, out _) = -1);
                Change(text => dictionary.Remove(text));
                Change(_ =>
                {
                    foreach ((ReadOnlySpan<char> key, int value) in dictionary)
                    {
                        Assert.True(value == -1 || key.SequenceEqual(Text(value)));
                    }
                });
                Change(_ => dictionary.GetStatistics());
                Change(_ => dictionary.Trim());
                _ = dictionary.Count + dictionary.ManagedBytes + dictionary.BytesReserved;
            },
            dictionary.Clear);
    }

    private static Specimen OfReferences()
    {
        var dictionary = new PooledStringDictionary<string>();
        _ = Each(i => dictionary[Text(i)] = Text(i)).Count();
        return new Specimen(
            dictionary,
            () =>
            {
                Read(i => dictionary[Text(i)]);
                Change(text => dictionary[text] = text);
                Change(text => dictionary.Remove(text));
                Change(_ =>
                {
                    foreach ((ReadOnlySpan<char> key, string value) in dictionary)
                    {
                        Assert.True(key.SequenceEqual(value));
                    }
                });
                Change(_ => dictionary.Trim());
            },
            dictionary.Clear);
    }

    private static Specimen OfConcurrentDictionary()
    {
        var dictionary = new ConcurrentPooledStringDictionary<int>();
        _ = Each(i => dictionary[Text(i)] = i).Count();
        return new Specimen(
            dictionary,
            () =>
            {
                Find(key => dictionary[key]);
                Change(text => dictionary[text] = -1);
                Change(text => dictionary.TryUpdate(text, -2, -1));
                Change(text => dictionary.TryRemove(text, out _));
                Change(_ => dictionary.ToArray());
                Change(_ => dictionary.GetStatistics());
                Change(_ => dictionary.Trim());
                Change(_ => dictionary.RemoveWhere(static (_, value, _) => value < 0, 0));
            },
            dictionary.Clear);
    }

    private static Specimen OfSet()
    {
        var set = new PooledStringSet();
        _ = Each(i => set.Add(Text(i))).Count();
        return new Specimen(
            set,
            () =>
            {
                Change(text => set.Add(text));
                Change(text => set.Remove(text));
                Change(_ => Assert.Equal(set.Contains(Text(1)), set.Contains(Text(2))));
                Change(_ =>
                {
                    foreach (ReadOnlySpan<char> item in set)
                    {
                        Assert.Equal(Text(int.Parse(item[..4])), item.ToString());
                    }
                });
                Change(_ => set.Trim());
            },
            set.Clear);
    }

    private static Specimen OfUtf8Arena()
    {
        var arena = new Utf8StringStore();
        long[] ids = [.. Each(i => arena.Add(Text(i)))];
        return new Specimen(
            arena,
            () =>
            {
                Read(i => Copied(ids[i]));
                Change(text => arena.Remove(arena.Add(text)));
                Change(_ => arena.GetStatistics());
                _ = arena.Count + arena.BytesReserved;
            },
            () => Array.ForEach(ids, id => arena.TryRemove(id)));

        string Copied(long id)
        {
            Span<byte> copy = stackalloc byte[5_000];
            return arena.TryCopyTo(id, copy, out int length)
                ? Encoding.UTF8.GetString(copy[..length])
                : throw new InvalidOperationException("The string was removed.");
        }
    }

    private static Specimen OfTable()
    {
        var table = new StringTable();
        int[] ids = [.. Each(i => table.GetOrAdd(Text(i)))];
        return new Specimen(
            table,
            () =>
            {
                Read(i => table.AsSpan(ids[i]).ToString());
                Find(text => table.TryGetId(text, out int id) ? Array.IndexOf(ids, id) : throw new KeyNotFoundException());
                Change(text => table.GetOrAdd(text));
                Change(_ => table.GetStatistics());
            },
            static () => { });
    }

    private static Specimen OfInterner()
    {
        var interner = new StringInterner();
        return new Specimen(interner, () => Intern(interner.Intern, interner.Intern, () => interner.Trim()), interner.Clear);
    }

    private static Specimen OfBoundedInterner()
    {
        var interner = new BoundedStringInterner(64);
        return new Specimen(
            interner, () => Intern(interner.Intern, interner.Intern, () => interner.GetStatistics()), interner.Clear);
    }

    private static Specimen OfWeakInterner()
    {
        var interner = new WeakStringInterner();
        return new Specimen(interner, () => Intern(interner.Intern, interner.Intern, () => interner.Trim()), interner.Clear);
    }

    private static Specimen OfObjectPool()
    {
        var pool = new ObjectPool<StringBuilder>(static () => new StringBuilder(), static item => item.Clear(), 8);
        return new Specimen(
            pool,
            () =>
            {
                Change(text =>
                {
                    StringBuilder item = pool.Allocate();
                    Assert.Equal(text, item.Append(text).ToString());
                    pool.Free(item);
                });
                Change(_ =>
                {
                    using ObjectLease<StringBuilder> lease = pool.Rent();
                    Assert.Equal(0, lease.Value.Length);
                });
                Change(_ => pool.Prefill(4));
                Change(_ => pool.GetStatistics());
                Change(_ => pool.Trim());
            },
            static () => { });
    }

    private static Specimen OfCache()
    {
        var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 4 << 20 });
        _ = Each(i => cache.Set(Text(i), Encoding.UTF8.GetBytes(Text(i)))).Count();
        return new Specimen(
            cache,
            () =>
            {
                Read(i => cache.TryRead(Text(i), 0, static (value, _) => Encoding.UTF8.GetString(value), out string? text)
                    ? text!
                    : throw new KeyNotFoundException());
                Change(text => cache.Set(text, [1, 2, 3], new CacheEntryOptions { Tag = text, Sliding = TimeSpan.FromHours(1) }));
                Change(text => cache.TryGet(text, new byte[10], out _));
                Change(text => cache.Remove(text));
                Change(text => cache.RemoveByTag(text));
                Change(_ => cache.GetStatistics());
                Change(_ => cache.Trim());
                Assert.InRange(cache.TotalBytes, 0, cache.MaximumBytes);
                _ = cache.Count + cache.ManagedBytes + cache.MaximumEntryBytes;
            },
            cache.Clear);
    }

    private static Specimen OfValueCache()
    {
        var cache = new ValueCache<int>(new ByteCacheOptions { MaximumBytes = 4 << 20 });
        _ = Each(i => cache.Set(Text(i), i)).Count();
        return new Specimen(
            cache,
            () =>
            {
                Find(text => cache.TryGet(text, out int value) ? value : throw new KeyNotFoundException());
                Change(text => Assert.Equal(-1, cache.GetOrAdd(text, -1)));
                Change(text => cache.GetOrAdd(text, -1, static state => state));
                Change(text => cache.Remove(text));
                Change(_ => cache.Trim());
            },
            cache.Clear);
    }

    private static Specimen OfNativeDictionary()
    {
        var dictionary = new NativeDictionary<long, int>();
        Fill(i => dictionary.Add(Number(i), i));
        return new Specimen(
            dictionary,
            () =>
            {
                Find(text => dictionary[(long)Number(text)]);
                Change(_ =>
                {
                    dictionary[-1] = 5;
                    dictionary.GetValueRefOrAddDefault(-1, out bool _)++;
                    dictionary.Remove(-1);
                });
                Change(_ => dictionary.TryGetValues([Number(1)], new int[1], new bool[1]));
                Change(_ => Assert.InRange(dictionary.Count(static pair => pair.Value > 3), 0, Count + 1));
                Change(_ => dictionary.EnsureCapacity(500));
                Change(_ => dictionary.GetStatistics());
                Change(_ => dictionary.Trim());
            },
            dictionary.Clear);
    }

    private static Specimen OfConcurrentNativeDictionary()
    {
        var dictionary = new ConcurrentNativeDictionary<long, int>();
        Fill(i => dictionary.TryAdd(Number(i), i));
        return new Specimen(
            dictionary,
            () =>
            {
                Find(text => dictionary[(long)Number(text)]);
                Change(_ => dictionary.AddOrUpdate(-1, 1, static (_, count) => count + 1));
                Change(_ => dictionary.TryRemove(-1, out int _));
                Change(_ => dictionary.ToArray());
                Change(_ => Assert.InRange(dictionary.Count(static pair => pair.Value > 3), 0, Count + 1));
                Change(_ => dictionary.GetStatistics());
                Change(_ => dictionary.Trim());
            },
            dictionary.Clear);
    }

    private static Specimen OfNativeList()
    {
        var list = new NativeList<int>();
        Fill(list.Add);
        return new Specimen(
            list,
            () =>
            {
                Find(text => list[(long)Number(text)]);
                Change(_ =>
                {
                    list.Add(5);
                    list.RemoveLast();
                });
                Change(_ => list.SpanFrom(3)[0] = 3);
                Change(_ => list.BinarySearch(7));
                Change(_ => list.Sort());
                Change(_ => Assert.InRange(list.Count(static item => item > 3), 0, Count + 1));
                Change(_ => list.Trim());
            },
            list.Clear);
    }

    private static Specimen OfBlobStore()
    {
        var store = new BlobStore();
        BlobId[] ids = [.. Each(i => store.Allocate(Encoding.UTF8.GetBytes(Text(i))))];
        return new Specimen(
            store,
            () =>
            {
                Read(i => Encoding.UTF8.GetString(store.AsSpan(ids[i])));
                Change(_ => store.TryGet(ids[4], out ReadOnlySpan<byte> _));
                Change(text => store.Free(store.Allocate(Encoding.UTF8.GetBytes(text))));
                Change(_ => store.GetStatistics());
                Change(_ => store.Trim());
            },
            store.Clear);
    }

    private static Specimen OfFrozenDictionary()
    {
        using var dictionary = new PooledStringDictionary<int>();
        Fill(i => dictionary.Add(Text(i), i));
        string path = Path.GetTempFileName();
        dictionary.Save(path);
        var frozen = FrozenPooledStringDictionary<int>.Open(path);
        File.Delete(path);
        return new Specimen(
            frozen,
            () =>
            {
                Find(text => frozen[text]);
                Find(text => frozen.TryGetValue(Encoding.UTF8.GetBytes(text), out int value) ? value : throw new KeyNotFoundException());
                Change(text => Assert.False(frozen.ContainsKey(text)));
                Change(_ => Assert.Equal(Count, frozen.AsEnumerable().Count()));
                Change(_ => frozen.Verify());
            },
            static () => { });
    }

    private static Specimen OfFrozenSet()
    {
        using var set = new PooledStringSet();
        Fill(i => set.Add(Text(i)));
        using var stream = new MemoryStream();
        set.Save(stream);
        stream.Position = 0;
        var frozen = FrozenPooledStringSet.OpenCopy(stream);
        return new Specimen(
            frozen,
            () =>
            {
                Find(text => frozen.Contains(text) ? Number(text) : throw new KeyNotFoundException());
                Change(text => Assert.False(frozen.Contains(text)));
                Change(_ => Assert.Equal(Count, frozen.AsEnumerable().Count()));
                Change(_ => frozen.Verify());
            },
            static () => { });
    }

    private static Specimen OfFrozenTable()
    {
        using var table = new StringTable();
        Fill(i => table.GetOrAdd(Text(i)));
        using var stream = new MemoryStream();
        table.Save(stream);
        stream.Position = 0;
        var frozen = FrozenStringTable.OpenCopy(stream);
        return new Specimen(
            frozen,
            () =>
            {
                Find(text => frozen.TryGetId(text, out int id) ? id : throw new KeyNotFoundException());
                Read(i => frozen.AsSpan(i).ToString());
                Change(_ => frozen.Verify());
            },
            static () => { });
    }

    // The number at the start of a string.
    private static int Number(string text) => int.Parse(text.AsSpan(0, 4), System.Globalization.CultureInfo.InvariantCulture);

    private static long Number(int i) => i;

    private static void Fill(Action<int> add)
    {
        for (int i = 0; i < Count; i++)
        {
            add(i);
        }
    }

    private static IEnumerable<T> Each<T>(Func<int, T> make) => Enumerable.Range(0, Count).Select(make);

    private static void Read(Func<int, string> read)
    {
        for (int i = 0; i < Count; i++)
        {
            Allowed.Try(() => ReadOne(read, i));
        }
    }

    // If another thread frees the string during the read, any text may be read, but the next read must throw.
    private static void ReadOne(Func<int, string> read, int i)
    {
        string text = read(i);
        if (text != Text(i))
        {
            Assert.False(Allowed.Try(() => read(i)), $"'{text}' was read instead of '{Text(i)}', which was not freed.");
        }
    }

    private static void Find(Func<string, int> find)
    {
        for (int i = 0; i < Count; i++)
        {
            Allowed.Try(() => Assert.Equal(i, find(Text(i))));
        }
    }

    private static void Change(Action<string> change) => Allowed.Try(() => change(Other));

    private delegate string InternChars(ReadOnlySpan<char> text);

    private delegate string InternBytes(ReadOnlySpan<byte> utf8);

    private static void Intern(InternChars intern, InternBytes internUtf8, Action other)
    {
        Read(i => intern(Text(i)));
        Read(i => internUtf8(Encoding.UTF8.GetBytes(Text(i))));
        Allowed.Try(other);
    }
}
