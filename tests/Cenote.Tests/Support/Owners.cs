using System.Text;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>
/// Every kind of object that owns native memory, filled, each with a use that fails the test on any wrong read.
/// </summary>
internal static class Owners
{
    public const int Entries = 200;

    private static readonly Dictionary<string, Func<PageSource, (IDisposable Owner, Action Use)>> s_kinds = new()
    {
        [nameof(SegmentedStringPool)] = static pages => Of(new SegmentedStringPool(new SegmentedStringPoolOptions(), pages)),
        [nameof(ConcurrentStringPool)] = static pages => Of(new ConcurrentStringPool(new ConcurrentStringPoolOptions(), pages)),
        [nameof(ConcurrentStringPool.Writer)] = static pages =>
            OfWriter(new ConcurrentStringPool(new ConcurrentStringPoolOptions(), pages)),
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
            Of(new ConcurrentPooledStringDictionary<int>(new PooledStringDictionaryOptions(), 1, pages)),
        [nameof(NativeDictionary<,>)] = static pages =>
            Of(new NativeDictionary<int, long>(new NativeDictionaryOptions(), null, pages)),
        [nameof(ConcurrentNativeDictionary<,>)] = static pages =>
            Of(new ConcurrentNativeDictionary<int, long>(new NativeDictionaryOptions(), 1, null, pages)),
        [nameof(NativeList<>)] = static pages => Of(new NativeList<long>(new NativeListOptions(), pages)),
        [nameof(BlobStore)] = static pages => Of(new BlobStore(new BlobStoreOptions(), pages)),
        [nameof(StringTable)] = static pages => Of(new StringTable(new StringTableOptions(), pages)),
        [nameof(StringArena)] = static pages => Of(new StringArena(new StringArenaOptions(), pages)),
        [nameof(PooledStringPostings)] = static pages =>
            Of(new PooledStringPostings(new PooledStringDictionaryOptions(), pages)),
        [nameof(Utf8StringStore)] = static pages => Of(new Utf8StringStore(new Utf8StringStoreOptions(), pages)),
        [nameof(StringArenaList)] = static pages => Of(new StringArenaList(new StringArenaOptions(), pages)),
    };

    public static IEnumerable<string> Kinds => s_kinds.Keys;

    /// <summary>Creates an owner, to which nothing but the returned values refers.</summary>
    public static (IDisposable Owner, Action Use) Make(string kind, PageSource pages) => s_kinds[kind](pages);

    private static string Text(int number) => $"{number}: a text that is {new string('x', number)} long";

    private static (IDisposable Owner, Action Use) Of(StringPool pool)
    {
        PooledStringId[] ids = [.. Enumerable.Range(0, Entries).Select(number => pool.Allocate(Text(number)).Id)];
        return (pool, Use);

        void Use()
        {
            PooledStringRef added = pool.Allocate("another one");
            Assert.Equal("another one", added.ToString());
            added.Free();
            Check(number => pool.AsSpan(ids[number]));
        }
    }

    private static (IDisposable Owner, Action Use) OfWriter(ConcurrentStringPool pool)
    {
        (IDisposable owner, Action use) = Of(pool);
        return (owner, Use);

        void Use()
        {
            ConcurrentStringPool.Writer writer = pool.GetWriter();
            PooledStringRef added = writer.Allocate("another one");
            use();
            writer.Free(added);
            writer.Dispose();
        }
    }

    private static (IDisposable Owner, Action Use) Of(Utf8Pool pool)
    {
        PooledStringId[] ids =
            [.. Enumerable.Range(0, Entries).Select(number => pool.Allocate(Encoding.UTF8.GetBytes(Text(number))).Id)];
        return (pool, Use);

        void Use()
        {
            pool.Allocate("another one"u8).Free();
            Check(number => pool.Resolve(ids[number]).ToString());
        }
    }

    private static (IDisposable Owner, Action Use) Of(UnmanagedStringPool pool)
    {
        PooledStringId[] ids = [.. Enumerable.Range(0, Entries).Select(number => pool.Allocate(Text(number)).Id)];
        return (pool, Use);

        void Use()
        {
            pool.Allocate("another one").Free();
            Check(number => pool.AsSpan(ids[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(SynchronizedStringPool pool)
    {
        PooledStringId[] ids = [.. Enumerable.Range(0, Entries).Select(number => pool.Allocate(Text(number)))];
        return (pool, Use);

        void Use()
        {
            pool.Free(pool.Allocate("another one"));
            Check(number => pool.GetString(ids[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(PooledStringDictionary<int> entries)
    {
        for (int number = 0; number < Entries; number++)
        {
            entries.Add(Text(number), number);
        }

        return (entries, Use);

        void Use()
        {
            entries["another one"] = -1;
            Assert.True(entries.Remove("another one"));
            Check(number => Text(entries[Text(number)]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(NativeDictionary<int, long> entries)
    {
        for (int number = 0; number < Entries; number++)
        {
            entries.Add(number, number);
        }

        return (entries, Use);

        void Use()
        {
            entries[-1] = -1;
            Assert.True(entries.Remove(-1));
            Check(number => Text((int)entries[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(ConcurrentNativeDictionary<int, long> entries)
    {
        for (int number = 0; number < Entries; number++)
        {
            entries[number] = number;
        }

        return (entries, Use);

        void Use()
        {
            entries[-1] = -1;
            Assert.True(entries.TryRemove(-1, out _));
            Check(number => Text((int)entries[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(NativeList<long> list)
    {
        for (int number = 0; number < Entries; number++)
        {
            list.Add(number);
        }

        return (list, Use);

        void Use()
        {
            list.Add(-1);
            Assert.Equal(-1, list.RemoveLast());
            Check(number => Text((int)list[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(BlobStore store)
    {
        BlobId[] ids =
            [.. Enumerable.Range(0, Entries).Select(number => store.Allocate(Encoding.UTF8.GetBytes(Text(number))))];
        return (store, Use);

        void Use()
        {
            store.Free(store.Allocate("another one"u8));
            Check(number => Encoding.UTF8.GetString(store.AsSpan(ids[number])));
        }
    }

    private static (IDisposable Owner, Action Use) Of(PooledStringSet set)
    {
        for (int number = 0; number < Entries; number++)
        {
            set.Add(Text(number));
        }

        return (set, Use);

        void Use()
        {
            set.Add("another one");
            Assert.True(set.Remove("another one"));
            Check(number => set.Contains(Text(number)) ? Text(number) : "");
        }
    }

    private static (IDisposable Owner, Action Use) Of(ConcurrentPooledStringDictionary<int> entries)
    {
        for (int number = 0; number < Entries; number++)
        {
            entries[Text(number)] = number;
        }

        return (entries, Use);

        void Use()
        {
            entries["another one"] = -1;
            Assert.True(entries.TryRemove("another one", out _));
            Check(number => Text(entries[Text(number)]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(StringTable table)
    {
        for (int number = 0; number < Entries; number++)
        {
            Assert.Equal(number, table.GetOrAdd(Text(number)));
        }

        return (table, Use);

        void Use()
        {
            table.GetOrAdd("another one");
            Check(number => table.AsSpan(number));
            Check(number => table.TryGetId(Text(number), out int id) ? Text(id) : "");
        }
    }

    private static (IDisposable Owner, Action Use) Of(StringArena arena)
    {
        ArenaString[] values = [.. Enumerable.Range(0, Entries).Select(number => arena.Add(Text(number)))];
        return (arena, Use);

        void Use()
        {
            arena.Add("another one of more than seven chars");
            Check(number => arena.AsSpan(in values[number]));
        }
    }

    private static (IDisposable Owner, Action Use) Of(StringArenaList list)
    {
        for (int number = 0; number < Entries; number++)
        {
            list.Add(Text(number));
        }

        return (list, Use);

        void Use()
        {
            list.Add("another one of more than seven chars");
            Check(list.AsSpan);
        }
    }

    private static (IDisposable Owner, Action Use) Of(PooledStringPostings index)
    {
        for (int number = 0; number < Entries; number++)
        {
            index.Add(Text(number), number);
            index.Add(Text(number), number + 1);
        }

        return (index, Use);

        void Use()
        {
            index.Add("another one", -1);
            Assert.True(index.Remove("another one", -1));
            Check(number => index.GetNumbers(Text(number)).SequenceEqual([number, number + 1]) ? Text(number) : "");
        }
    }

    private static (IDisposable Owner, Action Use) Of(Utf8StringStore arena)
    {
        long[] ids = [.. Enumerable.Range(0, Entries).Select(number => arena.Add(Encoding.UTF8.GetBytes(Text(number))))];
        return (arena, Use);

        void Use()
        {
            arena.Remove(arena.Add("another one"u8));
            Check(number => Encoding.UTF8.GetString(arena.AsSpan(ids[number])));
        }
    }

    private static void Check(Read read)
    {
        for (int number = 0; number < Entries; number++)
        {
            Assert.True(read(number).SequenceEqual(Text(number)), "A wrong string was read.");
        }
    }

    private delegate ReadOnlySpan<char> Read(int number);
}
