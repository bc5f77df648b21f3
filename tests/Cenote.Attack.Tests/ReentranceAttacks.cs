using System.Buffers;
using System.Text;
using System.Text.Json;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>
/// Each kind of callback, and each thing that it may do: dispose the object that calls it, enter it again, wait for another thread
/// that uses it, or throw. The call returns, and writes no data of another owner.
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

    // The memory of the pool that has just been disposed is the first that the next one takes.
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

    private sealed class ActingStream(Action act) : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            act();
            base.Write(buffer);
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
