using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Buffers;
using Cenote.Collections;
using Cenote.Formatting;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>User code called by the library that throws, re-enters, or disposes its caller.</summary>
public sealed class CallbackAttacks : AttackTests
{
    [Attack]
    internal static void A_predicate_replaces_the_key_that_it_removes()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
        for (int i = 0; i < 100; i++)
        {
            dictionary[$"key {i}"] = i;
        }

        bool removed = true;
        Allowed.Try(() =>
        {
            _ = dictionary.RemoveWhere(
                static (key, _, all) =>
                {
                    string own = key.ToString();
                    all.TryRemove(own, out _);
                    all[own] = -1;
                    return true;
                },
                dictionary);
        });
        foreach (KeyValuePair<string, int> entry in dictionary.ToArray())
        {
            removed &= entry.Value != -1 || dictionary.TryGetValue(entry.Key, out int value) && value == -1;
        }

        Assert.True(removed);
        AssertWorks(dictionary);
    }

    [Attack]
    internal static void A_predicate_changes_its_dictionary_in_every_way()
    {
        Action<ConcurrentPooledStringDictionary<int>>[] changes =
        [
            static all => all.Clear(), static all => all.Trim(), static all => all.Dispose(),
            static all => all.TryAdd(new string('n', 700), 1),
            static all => all.TryRemove("key 50", out _), static all => _ = all.ToArray(), static all => all["key 1"] = -7,
            static all => throw new TimeoutException(), static all => all.RemoveWhere(static (_, _, _) => true, 0),
        ];
        foreach (Action<ConcurrentPooledStringDictionary<int>> change in changes)
        {
            var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
            for (int i = 0; i < 100; i++)
            {
                dictionary[$"key {i}"] = i;
            }

            try
            {
                dictionary.RemoveWhere(
                    static (key, value, on) =>
                    {
                        on.change(on.dictionary);
                        return value % 2 == 0;
                    },
                    (dictionary, change));
            }
            catch (Exception exception) when (exception is TimeoutException || Allowed.IsAnswer(exception))
            {
            }

            AssertWorks(dictionary);
        }
    }

    [Attack]
    internal static void A_value_throws_when_it_is_compared()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<Moody>(concurrencyLevel: 1);
        dictionary["key"] = new Moody(1);
        for (int i = 0; i < 5; i++)
        {
            Assert.Throws<TimeoutException>(() => dictionary.TryUpdate("key", new Moody(2), new Moody(-1)));
            Assert.Equal(1, dictionary["key"].Value);
            Race.OnOtherThread(() => Assert.Equal(1, dictionary["key"].Value));
        }

        Assert.True(dictionary.TryUpdate("key", new Moody(2), new Moody(1)));
        Assert.Equal(2, dictionary["key"].Value);
    }

    [Attack]
    internal static void Readers_see_whole_values_after_callbacks_threw()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<(long, long, long, long)>(concurrencyLevel: 1);
        dictionary["key"] = default;
        Allowed.Try(() => ThrowFromPredicate(dictionary));
        Allowed.Try(() => dictionary.AddOrUpdate("key", default, static _ => throw new InvalidOperationException()));
        Allowed.Try(() => dictionary.GetOrAdd("other", static _ => throw new InvalidOperationException(), 0));
        long next = 0;
        Race.Repeat(
            () =>
            {
                long value = ++next;
                dictionary["key"] = (value, value, value, value);
            },
            () =>
            {
                (long a, long b, long c, long d) = dictionary["key"];
                Assert.True(a == b && b == c && c == d, "A torn value was read.");
            });
    }

    [Attack]
    internal static void A_value_enters_the_dictionary_when_it_is_compared()
    {
        var dictionary = new ConcurrentPooledStringDictionary<Entering>(concurrencyLevel: 1);
        for (int i = 0; i < 200; i++)
        {
            dictionary["key"] = new Entering(() =>
            {
                dictionary.TryRemove("key", out _);
                dictionary[$"other {i}"] = new Entering(static () => { });
            });
            Allowed.Try(() => dictionary.TryUpdate("key", new Entering(static () => { }), new Entering(static () => { })));
        }

        dictionary["key"] = new Entering(dictionary.Dispose);
        Allowed.Try(() => dictionary.TryUpdate("key", new Entering(static () => { }), new Entering(static () => { })));
        Allowed.Try(() => _ = dictionary.Count);
        Allowed.Try(() => dictionary["key"] = new Entering(static () => { }));
    }

    [Attack]
    internal static void A_fill_enters_clears_and_disposes_each_kind_of_pool()
    {
        foreach (Func<StringPool> make in (Func<StringPool>[])
            [static () => new SegmentedStringPool(), static () => new ConcurrentStringPool()])
        {
            foreach (int length in (int[])[10, 600])
            {
                AttackCreate(make, length, static pool => pool.Allocate(Specimens.Text(6)));
                AttackCreate(make, length, static pool => pool.Clear());
                AttackCreate(make, length, static pool => pool.Dispose());
                AttackCreate(make, length, static pool => pool.Trim());
                AttackCreate(make, length, static pool => pool.Create(700, 0, static (span, _) => span.Fill('i')));
                AttackCreate(make, length, static _ => throw new InvalidOperationException());
            }
        }
    }

    [Attack]
    internal static void A_fill_enters_clears_grows_and_disposes_a_contiguous_pool()
    {
        Action<UnmanagedStringPool>[] calls =
        [
            static pool => pool.Allocate(Specimens.Text(6)), static pool => pool.Clear(), static pool => pool.Dispose(),
            static pool => pool.Trim(), static pool => pool.DefragmentAndGrowPool(100_000), static pool => pool.Reserve(90_000),
            static pool => pool.Create(700, 0, static (span, _) => span.Fill('i')),
            static _ => throw new InvalidOperationException(),
        ];
        foreach (Action<UnmanagedStringPool> call in calls)
        {
            var pool = new UnmanagedStringPool(100);
            PooledString kept = pool.Allocate("a text that stays");
            Allowed.Try(() =>
            {
                PooledString made = pool.Create(50, pool, (span, own) =>
                {
                    span.Fill('o');
                    Allowed.Try(() => call(own));
                    span.Fill('o');
                });
                Allowed.Try(() => Assert.Equal(new string('o', 50), made.AsSpan().ToString()));
            });
            Allowed.Try(() => Assert.Equal("a text that stays", kept.AsSpan().ToString()));
            Allowed.Try(() => pool.Allocate("after").Free());
        }
    }

    [Attack]
    internal static void A_fill_enters_clears_and_disposes_a_utf8_pool()
    {
        Action<Utf8StringPool>[] calls =
        [
            static pool => pool.Allocate(Specimens.Text(6)), static pool => pool.Clear(), static pool => pool.Dispose(),
            static pool => pool.Trim(), static _ => throw new InvalidOperationException(),
        ];
        foreach (Action<Utf8StringPool> call in calls)
        {
            var pool = new Utf8StringPool();
            PooledUtf8String kept = pool.Allocate("a text that stays");
            Allowed.Try(() =>
            {
                PooledUtf8String made = pool.Create(50, pool, (span, own) =>
                {
                    span.Fill((byte)'o');
                    Allowed.Try(() => call(own));
                    span.Fill((byte)'o');
                });
                Allowed.Try(() => Assert.Equal(new string('o', 50), made.ToString()));
            });
            Allowed.Try(() => Assert.Equal((byte)'a', kept.AsSpan()[0]));
            Allowed.Try(() => pool.Allocate("after").Free());
        }
    }

    [Attack]
    internal static void Holes_of_interpolated_strings_enter_throw_and_dispose()
    {
        foreach (bool disposes in (bool[])[false, true])
        {
            var pool = new SegmentedStringPool();
            var contiguous = new UnmanagedStringPool(50);
            var utf8 = new Utf8StringPool();
            var arena = new StringArena();
            var list = new StringArenaList();
            Action attack = () =>
            {
                _ = pool.Allocate("inner").ToString() + contiguous.Allocate("inner")
                    + utf8.Allocate("inner") + arena.Add("inner arena");
                list.Add("inner");
                pool.Clear();
                contiguous.Clear();
                utf8.Clear();
                arena.Reset();
                list.Clear();
                if (disposes)
                {
                    pool.Dispose();
                    contiguous.Dispose();
                    utf8.Dispose();
                    arena.Dispose();
                    list.Dispose();
                }
            };
            Allowed.Try(() => Assert.Equal(
                "before hole after", pool.Allocate($"before {new Hole(attack)} after").AsSpan().ToString()));
            Allowed.Try(() => Assert.Equal(
                "before hole after", contiguous.Allocate($"before {new Hole(attack)} after").AsSpan().ToString()));
            Allowed.Try(() => Assert.Equal(
                "before hole after"u8.ToArray(), utf8.Allocate($"before {new Hole(attack)} after").AsSpan().ToArray()));
            Allowed.Try(() =>
            {
                ArenaString[] value = [arena.Add($"before {new Hole(attack)} after")];
                Assert.Equal("before hole after", arena.AsSpan(in value[0]).ToString());
            });
            Allowed.Try(() => list.Add($"before {new Hole(attack)} after"));
            Assert.Throws<TimeoutException>(() => pool.Allocate($"{new Hole(static () => throw new TimeoutException())}"));
        }
    }

    [Attack]
    internal static void Holes_of_a_scratch_list_rent_and_release()
    {
        var list = new ScratchList<char>(8);
        try
        {
            for (int i = 0; i < 200; i++)
            {
                list.Append($"[{new Hole(static () =>
                {
                    using ScratchFrame frame = Scratch.Frame();
                    frame.Rent<char>(9_000).Fill('x');
                    using ScratchBuffer<char> inner = Scratch.Rent<char>(500);
                    inner.Span.Fill('y');
                })}]");
                Allowed.Try(static () => Scratch.Trim());
            }

            Assert.Equal(string.Concat(Enumerable.Repeat("[hole]", 200)), list.ToString());
        }
        finally
        {
            list.Dispose();
        }
    }

    [Attack]
    internal static void Holes_have_paddings_of_any_width()
    {
        using var pool = new SegmentedStringPool();
        using var arena = new StringArena();
        foreach (int width in (int[])[-100_000, -1, 0, 1, 100_000])
        {
            using var list = new ScratchList<char>(4);
            string expected = width < 0 ? "x".PadRight(-width) : "x".PadLeft(width);
            var handler = new StringHandler(0, 1);
            handler.AppendFormatted('x', width);
            Assert.Equal(expected, pool.Allocate(ref handler).ToString());
            var arenaHandler = new StringHandler(0, 1);
            arenaHandler.AppendFormatted('x', width);
            Assert.Equal(expected, arena.Add(ref arenaHandler).ToString());
        }

        Allowed.Try(() => Pad(pool, int.MinValue));
        Allowed.Try(() => Pad(pool, int.MaxValue));
        Assert.Equal("still works", pool.Allocate("still works").ToString());
    }

    [Attack(IsLong = true)]
    internal static void A_factory_enters_its_pool_throws_and_disposes_it()
    {
        ObjectPool<object> pool = null!;
        int depth = 0;
        pool = new ObjectPool<object>(
            () =>
            {
                if (depth++ < 20)
                {
                    pool.Free(pool.Allocate());
                    pool.Trim();
                    pool.Prefill(2);
                    _ = pool.GetStatistics();
                }

                depth--;
                return new object();
            },
            8);
        _ = pool.Allocate();
        pool = new ObjectPool<object>(
            () =>
            {
                pool.Dispose();
                return new object();
            },
            8);
        Allowed.Try(() => pool.Free(pool.Allocate()));
        Assert.False(Allowed.Try(() => pool.Allocate()));
        var throwing = new ObjectPool<object>(static () => throw new TimeoutException(), 8);
        Assert.Throws<TimeoutException>(() => throwing.Allocate());
        Assert.Throws<TimeoutException>(() => throwing.Prefill(3));
        Assert.Throws<TimeoutException>(() => throwing.Rent());
    }

    [Attack]
    internal static void A_factory_always_returns_the_same_object()
    {
        object one = new();
        using var pool = new ObjectPool<object>(() => one, 16);
        Allowed.Try(() => pool.Prefill(16));
        pool.Free(pool.Allocate());
        object[] held = [pool.Allocate(), pool.Allocate()];
        Allowed.Try(() => Array.ForEach(held, pool.Free));
        Assert.All(Enumerable.Range(0, 100), _ => Assert.Same(one, pool.Allocate()));
        Assert.False(Allowed.Try(static () => new ObjectPool<object>(static () => null!, 4).Allocate()));
        Assert.False(Allowed.Try(static () => new ObjectPool<object>(static () => null!, 4).Prefill(2)));
    }

    [Attack]
    internal static void A_cleanup_enters_throws_frees_again_and_disposes()
    {
        ObjectPool<object> pool = null!;
        Action<object>[] cleanups =
        [
            _ => throw new TimeoutException(), _ => pool.Dispose(), _ => pool.Trim(), _ => pool.Allocate(),
            _ => _ = pool.GetStatistics(),
        ];
        foreach (Action<object> cleanup in cleanups)
        {
            int depth = 0;
            pool = new ObjectPool<object>(static () => new object(), item => { if (depth++ < 5) { cleanup(item); } }, 8);
            for (int i = 0; i < 20; i++)
            {
                try
                {
                    pool.Free(pool.Allocate());
                    using ObjectLease<object> lease = pool.Rent();
                }
                catch (Exception exception) when (exception is TimeoutException || Allowed.IsAnswer(exception))
                {
                }
            }
        }
    }

    [Attack]
    internal static void Items_throw_and_enter_when_they_are_disposed()
    {
        ObjectPool<Disposing> pool = null!;
        pool = new ObjectPool<Disposing>(static () => new Disposing(), cleanup: null, size: 4, disposeWhenFull: true);
        Disposing[] items = [.. Enumerable.Range(0, 40).Select(_ => pool.Allocate())];
        foreach (Disposing item in items)
        {
            item.OnDispose = () =>
            {
                pool.Trim();
                pool.Free(new Disposing());
                pool.Dispose();
                throw new TimeoutException();
            };
            try
            {
                pool.Free(item);
            }
            catch (Exception exception) when (exception is TimeoutException or AggregateException || Allowed.IsAnswer(exception))
            {
            }
        }

        Assert.False(Allowed.Try(() => pool.Allocate()));
    }

    private static void ThrowFromPredicate(ConcurrentPooledStringDictionary<(long, long, long, long)> dictionary) =>
        dictionary.RemoveWhere(static (_, _, _) => throw new InvalidOperationException(), 0);

    private static void AttackCreate(Func<StringPool> make, int length, Action<StringPool> call)
    {
        StringPool pool = make();
        PooledStringRef kept = pool.Allocate("a text that stays");
        Allowed.Try(() =>
        {
            PooledStringRef made = pool.Create(length, pool, (span, own) =>
            {
                span.Fill('o');
                Allowed.Try(() => call(own));
                span.Fill('o');
            });
            Allowed.Try(() => Assert.Equal(new string('o', length), made.AsSpan().ToString()));
        });
        Allowed.Try(() => Assert.Equal("a text that stays", kept.AsSpan().ToString()));
        Allowed.Try(() => pool.Allocate("after").Free());
        Race.OnOtherThread(() => Allowed.Try(() => pool.GetStatistics()));
    }

    private static void AssertWorks(ConcurrentPooledStringDictionary<int> dictionary) =>
        Race.OnOtherThread(() => Allowed.Try(() =>
    {
        dictionary["after"] = 1;
        Assert.Equal(1, dictionary["after"]);
        Assert.True(dictionary.TryRemove("after", out _));
        Assert.Equal(dictionary.Count, dictionary.ToArray().Length);
    }));

    private static void Pad(SegmentedStringPool pool, int width)
    {
        var handler = new StringHandler(0, 1);
        handler.AppendFormatted('x', width);
        pool.Allocate(ref handler).Free();
    }

    private sealed record Moody(int Value)
    {
        public bool Equals(Moody? other) => Value < 0 || other!.Value < 0 ? throw new TimeoutException() : Value == other.Value;

        public override int GetHashCode() => Value;
    }

    private sealed class Entering(Action action) : IEquatable<Entering>
    {
        public bool Equals(Entering? other)
        {
            action();
            return true;
        }

        public override bool Equals(object? obj) => Equals(obj as Entering);

        public override int GetHashCode() => 0;
    }

    private sealed class Hole(Action action)
    {
        public override string ToString()
        {
            action();
            return "hole";
        }
    }

    private sealed class Disposing : IDisposable
    {
        public Action? OnDispose { get; set; }

        public void Dispose() => OnDispose?.Invoke();
    }
}
