using System.Buffers;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Data;
using Cenote.Interning;
using Cenote.IO;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>
/// Each kind of callback with each action: dispose the calling object, re-enter it, wait for another thread that uses it, or
/// throw. The call returns and writes no data of another owner.
/// </summary>
public sealed class ReentranceAttacks : AttackTests
{
    private static readonly string s_text = "harmless " + new string('h', 300);

    private static string[] Deeds => ["dispose", "enter", "wait", "throw"];

    [Attack(Cases = nameof(Deeds))]
    internal static void A_json_writer_receives_no_string_of_another_owner(string deed)
    {
        foreach (bool asName in (bool[])[false, true])
        {
            var segmented = new SegmentedStringPool();
            PooledStringRef handle = segmented.Allocate(s_text);
            Write(deed, segmented.Dispose, () => segmented.Allocate("x"), handle, asName);

            var concurrent = new ConcurrentStringPool();
            handle = concurrent.Allocate(s_text);
            Write(deed, concurrent.Dispose, () => concurrent.Allocate("x"), handle, asName);

            var contiguous = new UnmanagedStringPool(1_000);
            PooledString place = contiguous.Allocate(s_text);
            Write(deed, contiguous.Dispose, () => contiguous.Allocate(new string('x', 5_000)), place, asName);

            var utf8 = new Utf8StringPool();
            PooledUtf8String bytes = utf8.Allocate(s_text);
            Write(deed, utf8.Dispose, () => utf8.Allocate("x"), bytes, asName);

            var arena = new StringArena();
            ArenaString value = arena.Add(s_text);
            Write(deed, arena.Dispose, arena.Reset, value, asName);
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void A_stream_that_is_saved_to_uses_what_is_saved(string deed)
    {
        var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 16 << 20 });
        int tag = 0;
        Save(deed, cache.Save, cache.Dispose, () => cache.Set("other", [1]), key => cache.Set(key, new byte[100]));
        Save(deed, cache.Save, cache.Dispose, () => cache.RemoveByTag($"tag {tag++}"), static _ => { });
        Save(deed, cache.Save, cache.Dispose, () => cache.Touch("key 5"), static _ => { });

        var table = new StringTable();
        Save(deed, table.Save, table.Dispose, () => table.GetOrAdd("other"), key => table.GetOrAdd(key));

        var dictionary = new PooledStringDictionary<int>();
        Save(deed, dictionary.Save, dictionary.Dispose, () => dictionary["other"] = 1, key => dictionary[key] = 1);
    }

    [Attack]
    internal static void Streams_and_other_threads_remove_more_tags_than_are_remembered()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
        for (int i = 0; i < 100; i++)
        {
            cache.Set($"key {i}", new byte[100]);
        }

        int tag = 0;
        Action save = () => cache.Save(new ActingStream(() => cache.RemoveByTag($"saved {Interlocked.Increment(ref tag) % 50}")));
        Race.Repeat(save, save, () => cache.RemoveByTag($"removed {Interlocked.Increment(ref tag) % 1_000}"));
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void A_clock_uses_its_cache(string deed)
    {
        var clock = new ActingClock();
        var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20, TimeProvider = clock });
        var options = new CacheEntryOptions
        {
            AbsoluteExpiration = DateTimeOffset.UtcNow.AddHours(1),
            Sliding = TimeSpan.FromHours(1),
            Tag = "tag",
        };
        cache.Set("key", [1], options);
        Action[] uses =
        [
            () => cache.Set("key", [1], options), () => cache.TryGet("key", new byte[1], out _), () => cache.Touch("key"),
            () => cache.Remove("key"), () => cache.Trim(), () => cache.Save(new MemoryStream()),
            () =>
            {
                for (int i = 0; i < 200; i++)
                {
                    cache.RemoveByTag($"tag {i}");
                }
            },
        ];
        foreach (Action use in uses)
        {
            clock.Act = () => Do(deed, cache.Dispose, () => cache.Set("other", [1], new CacheEntryOptions { Tag = "tag" }));
            Ignoring(use);
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Factories_and_comparers_use_their_dictionary(string deed)
    {
        var dictionary = new ConcurrentPooledStringDictionary<Acting>(concurrencyLevel: 1);
        dictionary["key"] = new Acting(static () => { });
        Action act = () => Do(deed, dictionary.Dispose, () => dictionary["other"] = new Acting(static () => { }));
        Action[] uses =
        [
            () => dictionary.TryUpdate("key", new Acting(act), new Acting(act)),
            () => dictionary.TryRemove("key", new Acting(act)),
            () => dictionary.GetOrAdd("new", _ => { act(); return new Acting(act); }),
            () => dictionary.AddOrUpdate("newer", _ => { act(); return new Acting(act); }, static (_, old) => old),
            () => dictionary.AddOrUpdate("key", new Acting(act), old => { act(); return old; }),
            () => dictionary.RemoveWhere((_, _, _) => { act(); return true; }, 0),
        ];
        Array.ForEach(uses, Ignoring);
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Predicates_and_loops_use_their_collection(string deed)
    {
        var removing = new PooledStringDictionary<int>();
        var looping = new PooledStringDictionary<int>();
        removing["key"] = looping["key"] = 1;
        var set = new PooledStringSet(["key"]);
        var native = new NativeDictionary<int, int> { [1] = 1 };
        Use(removing, () => removing["other"] = 1, act => removing.RemoveWhere((_, _, _) => { act(); return true; }, 0));
        Use(set, () => set.Add("other"), act => set.RemoveWhere((_, _) => { act(); return true; }, 0));
        Use(native, () => native[2] = 2, act => native.RemoveWhere((_, _) => { act(); return true; }));
        Use(looping, () => looping["key"] = 2, act =>
        {
            foreach (var entry in looping)
            {
                act();
            }
        });

        void Use(IDisposable collection, Action enter, Action<Action> call)
        {
            Ignoring(() => call(() => Do(deed, collection.Dispose, enter)));
            collection.Dispose();
        }
    }

    [Attack]
    internal static void A_predicate_may_replace_values_but_not_add_keys()
    {
        using var all = new PooledStringDictionary<int>();
        all["a"] = all["b"] = 1;
        Assert.Equal(2, all.RemoveWhere(
            static (key, _, all) =>
            {
                all[key] = 2;
                return all[key] == 2;
            },
            all));
        all["a"] = 1;
        Assert.Throws<InvalidOperationException>(() => all.RemoveWhere(static (_, _, all) => all.TryAdd("b", 1), all));
        Assert.Equal(2, all.Count);
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Readers_and_writers_of_a_cache_use_it(string deed)
    {
        ByteCache cache = null!;
        Action act = () => Do(deed, cache.Dispose, () => cache.Set("key", [2]));
        Action[] uses =
        [
            () => cache.TryRead("key", 0, (value, _) => { act(); return Assert.Single(value.ToArray()); }, out _),
            () => cache.TryGet("key", new ActingWriter(act, 1)),
            () => cache.Set("key", new ReadOnlySequence<byte>(new ActingMemory(act).Memory), default),
        ];
        foreach (Action use in uses)
        {
            cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 });
            cache.Set("key", [1]);
            Ignoring(use);
            cache.Dispose();
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void A_stream_that_is_loaded_from_is_closed_or_read(string deed)
    {
        using var dictionary = new PooledStringDictionary<int> { { "key", 1 } };
        using var table = new StringTable();
        table.GetOrAdd("key");
        Load(dictionary.Save, static stream => PooledStringDictionary<int>.Load(stream).Dispose());
        Load(dictionary.Save, static stream => FrozenPooledStringDictionary<int>.OpenCopy(stream).Dispose());
        Load(table.Save, static stream => StringTable.Load(stream).Dispose());

        void Load(Action<Stream> save, Action<Stream> load)
        {
            var saved = new MemoryStream();
            save(saved);
            var stream = new ActingStream(() => Do(deed, saved.Dispose, () => saved.ReadByte()), saved.ToArray());
            Ignoring(() => load(stream));
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Fills_and_holes_use_their_pool(string deed)
    {
        Func<StringPool>[] pools = [static () => new SegmentedStringPool(), static () => new ConcurrentStringPool()];
        foreach (Func<StringPool> make in pools)
        {
            StringPool pool = make();
            Action act = () => Do(deed, pool.Dispose, () => pool.Allocate(s_text));
            Ignoring(() => Check(pool.Create(300, act, Fill), deed));
            Ignoring(() => pool.Allocate($"{s_text}{new Hole(act)}"));
            Ignoring(pool.Dispose);
        }

        var contiguous = new UnmanagedStringPool(1_000);
        Action actThere = () => Do(deed, contiguous.Dispose, () => contiguous.Allocate(new string('x', 5_000)));
        Ignoring(() => Assert.Equal('f', contiguous.Create(300, actThere, Fill).AsSpan()[299]));
        Ignoring(contiguous.Dispose);

        static void Check(PooledStringRef made, string deed) => Assert.True(made.AsSpan().IndexOfAnyExcept('f') < 0, deed);

        static void Fill(Span<char> text, Action act)
        {
            try
            {
                act();
            }
            catch (InvalidOperationException)
            {
                // A pool cannot be disposed during a fill.
            }

            text.Fill('f');
        }
    }

    // A callback that waits for a thread that changes the pool deadlocks.
    [Attack]
    internal static void A_callback_of_a_synchronized_pool_may_do_anything_except_wait()
    {
        var pool = new SynchronizedStringPool(new SegmentedStringPool());
        PooledStringId id = pool.Allocate(s_text);
        foreach (string deed in Deeds.Except(["wait"]))
        {
            pool.Read(id, 0, (text, _) =>
            {
                Ignoring(() => Do(deed, pool.Dispose, () => pool.Allocate("x")));
                Assert.Equal(s_text, text);
            });
        }

        Assert.Equal(s_text, pool.GetString(id));
        pool.Dispose();
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Delegates_of_pooled_objects_use_their_pool(string deed)
    {
        ObjectPool<object> pool = null!;
        int calls = 0;
        Action act = () =>
        {
            if (calls++ < 10)
            {
                Do(deed, pool.Dispose, () => pool.Free(pool.Allocate()));
            }
        };
        pool = new ObjectPool<object>(() => { act(); return new object(); }, _ => act(), 8);
        Ignoring(() => pool.Free(pool.Allocate()));
        Ignoring(() => pool.Free(pool.Allocate()));
        Assert.True(calls > 0);
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Comparers_use_their_native_collection(string deed)
    {
        var list = new NativeList<int>();
        list.AddRange(Enumerable.Range(0, 100).Reverse());
        var comparer = new ActingComparer(() => Do(deed, list.Dispose, () => list.Add(1)));
        Ignoring(() => list.Sort(comparer));
        Ignoring(() => list.BinarySearch(5, comparer));

        comparer = new ActingComparer(() => { });
        var dictionary = new NativeDictionary<int, int>(comparer: comparer) { [1] = 1 };
        comparer.Act = () => Do(deed, dictionary.Dispose, () => dictionary[100] = 1);
        Ignoring(() => dictionary.TryGetValue(1, out _));
        Ignoring(() => dictionary[1] = 2);
        Ignoring(() => dictionary.Remove(1));
    }

    // A comparer that waits for a thread that changes the dictionary deadlocks, as in ConcurrentDictionary.
    [Attack]
    internal static void Comparers_of_a_concurrent_native_dictionary_may_do_anything_except_wait()
    {
        foreach (string deed in Deeds.Except(["wait"]))
        {
            var comparer = new ActingComparer(static () => { });
            var dictionary = new ConcurrentNativeDictionary<int, int>(comparer: comparer) { [1] = 1 };
            comparer.Act = () => Do(deed, dictionary.Dispose, () => dictionary[100] = 1);
            Ignoring(() => dictionary.TryGetValue(1, out _));
            Ignoring(() => dictionary.TryUpdate(1, 2, 1));
            Ignoring(() => dictionary[1] = 3);
            Ignoring(() => dictionary.TryRemove(1, out _));
            dictionary.Dispose();
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Sequences_use_the_set_that_they_are_combined_with(string deed)
    {
        Action<PooledStringSet, IEnumerable<string>>[] operations =
        [
            static (set, other) => set.UnionWith(other), static (set, other) => set.ExceptWith(other),
            static (set, other) => set.IntersectWith(other), static (set, other) => set.SymmetricExceptWith(other),
            static (set, other) => set.SetEquals(other), static (set, other) => set.Overlaps(other),
            static (set, other) => set.IsSubsetOf(other), static (_, other) => new PooledStringSet(other).Dispose(),
        ];
        foreach (Action<PooledStringSet, IEnumerable<string>> operation in operations)
        {
            var set = new PooledStringSet(["a", "b"]);
            Ignoring(() => operation(set, Items(() => Do(deed, set.Dispose, () => set.Add("c")))));
            set.Dispose();
        }

        static IEnumerable<string> Items(Action act)
        {
            yield return "a";
            act();
            yield return "d";
        }
    }

    // The interning reader is attacked alone, and wrapped in another interning reader.
    [Attack(Cases = nameof(Deeds))]
    internal static void An_interner_and_a_wrapped_reader_use_the_reader_that_calls_them(string deed)
    {
        Func<DbDataReader, DbDataReader>[] wraps = [static inner => inner, static inner => inner.Interning(new StringInterner())];
        foreach (Func<DbDataReader, DbDataReader> wrap in wraps)
        {
            using var table = new DataTable { Columns = { "name" }, Rows = { "one", "two" } };
            DbDataReader reader = null!;
            var interner = new ActingInterner(() => Do(deed, () => reader.Dispose(), () => reader.GetString(0)));
            reader = wrap(table.CreateDataReader().Interning(interner));
            Ignoring(() =>
            {
                while (reader.Read())
                {
                    Assert.Equal(3, reader.GetString(0).Length);
                }
            });
        }
    }

    [Attack(Cases = nameof(Deeds))]
    internal static void Streams_and_pipes_use_their_reader(string deed)
    {
        Func<Stream, Utf8LineReader>[] lines =
            [static stream => new Utf8LineReader(stream), static stream => new Utf8LineReader(PipeReader.Create(stream))];
        foreach (Func<Stream, Utf8LineReader> make in lines)
        {
            Utf8LineReader reader = null!;
            reader = make(Source(() => reader.Dispose(), () => reader.Read()));
            Ignoring(() =>
            {
                while (reader.Read())
                {
                    Assert.Equal(7, reader.Line.Length);
                }
            });
        }

        Func<Stream, Utf8FieldReader>[] fields =
            [static stream => new Utf8FieldReader(stream), static stream => new Utf8FieldReader(PipeReader.Create(stream))];
        foreach (Func<Stream, Utf8FieldReader> make in fields)
        {
            Utf8FieldReader reader = null!;
            reader = make(Source(() => reader.Dispose(), () => reader.Read()));
            Ignoring(() =>
            {
                while (reader.Read())
                {
                    Assert.Equal(2, reader.FieldCount);
                    Assert.Equal(3, reader[0].Length);
                }
            });
        }

        ActingStream Source(Action dispose, Action enter) =>
            new(() => Do(deed, dispose, () => Ignoring(enter)), "one,two\none,two\n"u8.ToArray());
    }

    private static void Write<T>(string deed, Action dispose, Action enter, T value, bool asName)
        where T : notnull
    {
        var secrets = new List<SegmentedStringPool>();
        var output = new ActingWriter(() => Do(deed, () => { dispose(); AddSecrets(secrets); }, enter), asName ? 2 : 1);
        Ignoring(() =>
        {
            using var writer = new Utf8JsonWriter(output);
            if (asName)
            {
                JsonSerializer.Serialize(writer, new Dictionary<T, int> { [value] = 1 });
            }
            else
            {
                JsonSerializer.Serialize(writer, value);
            }
        });
        string written = Encoding.UTF8.GetString(output.Written);
        Assert.DoesNotContain("secret", written, StringComparison.Ordinal);
        Assert.True(deed == "throw" || written.Contains(s_text, StringComparison.Ordinal), $"{typeof(T)}: {written}");
        secrets.ForEach(static pool => pool.Dispose());
    }

    // A new pool first takes the memory of the pool disposed last.
    private static void AddSecrets(List<SegmentedStringPool> secrets)
    {
        var next = new SegmentedStringPool();
        secrets.Add(next);
        for (int i = 0; i < 200; i++)
        {
            next.Allocate("secret of another owner " + new string('s', 280));
        }
    }

    private static void Save(string deed, Action<Stream> save, Action dispose, Action enter, Action<string> fill)
    {
        Ignoring(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                fill($"key {i}");
            }

            save(new ActingStream(() => Do(deed, dispose, enter)));
        });
    }

    private static void Do(string deed, Action dispose, Action enter)
    {
        switch (deed)
        {
            case "dispose":
                dispose();
                break;
            case "enter":
                enter();
                break;
            case "wait":
                Race.OnOtherThread(enter);
                break;
            default:
                throw new TimeoutException();
        }
    }

    private static void Ignoring(Action use)
    {
        try
        {
            use();
        }
        catch (Exception exception) when (exception is TimeoutException || Allowed.IsAnswer(exception))
        {
        }
    }

    private sealed class Acting(Action act) : IEquatable<Acting>
    {
        public bool Equals(Acting? other)
        {
            act();
            other?.Act();
            return true;
        }

        public override bool Equals(object? obj) => Equals(obj as Acting);

        public override int GetHashCode() => 0;

        private void Act() => act();
    }

    private sealed class ActingStream : MemoryStream
    {
        private readonly Action _act;

        public ActingStream(Action act) => _act = act;

        public ActingStream(Action act, byte[] content)
            : base(content) => _act = act;

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            _act();
            base.Write(buffer);
        }

        public override int Read(byte[] buffer, int offset, int count)
        {
            _act();
            return base.Read(buffer, offset, count);
        }

        public override int Read(Span<byte> buffer)
        {
            _act();
            return base.Read(buffer);
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            _act();
            return base.ReadAsync(buffer, cancellationToken);
        }
    }

    private sealed class ActingComparer(Action act) : IComparer<int>, IEqualityComparer<int>
    {
        private bool _isInside;

        public Action Act { get; set; } = act;

        public int Compare(int x, int y)
        {
            Enter();
            return x.CompareTo(y);
        }

        public bool Equals(int x, int y)
        {
            Enter();
            return x == y;
        }

        public int GetHashCode(int obj) => 0;

        private void Enter()
        {
            if (!_isInside)
            {
                _isInside = true;
                try
                {
                    Act();
                }
                finally
                {
                    _isInside = false;
                }
            }
        }
    }

    private sealed class ActingMemory(Action act) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan()
        {
            act();
            return new byte[1];
        }

        public override MemoryHandle Pin(int elementIndex = 0) => default;

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }

    private sealed class ActingInterner(Action act) : IStringInterner
    {
        private bool _isInside;

        public string Intern(ReadOnlySpan<char> text)
        {
            if (!_isInside)
            {
                _isInside = true;
                try
                {
                    act();
                }
                finally
                {
                    _isInside = false;
                }
            }

            return text.ToString();
        }

        public string Intern(string text) => Intern(text.AsSpan());

        public string Intern(ReadOnlySpan<byte> utf8) => Intern(Encoding.UTF8.GetString(utf8));

        public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
        {
            interned = Intern(text);
            return true;
        }

        public bool TryIntern(string text, [NotNullWhen(true)] out string? interned) => TryIntern(text.AsSpan(), out interned);

        public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned) =>
            TryIntern(Encoding.UTF8.GetString(utf8), out interned);
    }

    private sealed class Hole(Action act)
    {
        public override string ToString()
        {
            act();
            return "hole";
        }
    }

    private sealed class ActingClock : TimeProvider
    {
        private bool _isInside;

        public Action? Act { get; set; }

        public override long GetTimestamp()
        {
            Enter();
            return base.GetTimestamp();
        }

        public override DateTimeOffset GetUtcNow()
        {
            Enter();
            return base.GetUtcNow();
        }

        private void Enter()
        {
            if (!_isInside && Act is { } act)
            {
                _isInside = true;
                try
                {
                    act();
                }
                finally
                {
                    _isInside = false;
                }
            }
        }
    }

    // The writer is called for the brace before a name, and again for the name.
    private sealed class ActingWriter(Action act, int call) : IBufferWriter<byte>
    {
        private byte[] _buffer = [];
        private int _used;
        private int _calls;

        public ReadOnlySpan<byte> Written => _buffer.AsSpan(0, _used);

        public void Advance(int count) => _used += count;

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (++_calls == call)
            {
                act();
            }

            Array.Resize(ref _buffer, _used + Math.Max(sizeHint, 1));
            return _buffer.AsMemory(_used);
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
