using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Collections;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Use after dispose, and races with Dispose, Clear, Reset and Trim.</summary>
public sealed class DisposalAttacks : AttackTests
{
    private static IEnumerable<string> Disposable => Specimens.Disposable;

    /// <summary>Types whose members may race with each other and with Dispose.</summary>
    private static IEnumerable<string> ForManyThreads =>
    [
        nameof(ConcurrentStringPool), "ManagedShortStrings", nameof(SynchronizedStringPool),
        nameof(ConcurrentPooledStringDictionary<>), nameof(Utf8StringStore),
        nameof(Collections.StringTable), nameof(Interning.StringInterner), nameof(Interning.BoundedStringInterner),
        nameof(Interning.WeakStringInterner), nameof(ObjectPool<>), nameof(Caching.ByteCache), nameof(Caching.ValueCache<>),
        nameof(ConcurrentNativeDictionary<,>), nameof(FrozenPooledStringDictionary<>), nameof(FrozenPooledStringSet),
        nameof(Collections.FrozenStringTable),
    ];

    [Attack(Cases = nameof(Disposable))]
    internal static void Everything_is_used_after_Dispose(string name)
    {
        for (int i = 0; i < 5; i++)
        {
            Specimen specimen = Specimens.Make(name);
            specimen.Dispose();
            specimen.Use();
            Specimen other = Specimens.Make(name);
            specimen.Use();
            Allowed.Try(specimen.Empty);
            specimen.Dispose();
            specimen.Use();
            other.Use();
        }
    }

    [Attack(Cases = nameof(Disposable))]
    internal static void Two_threads_dispose_at_once(string name)
    {
        for (int i = 0; i < 30; i++)
        {
            Specimen specimen = Specimens.Make(name);
            Race.Run(specimen.Dispose, specimen.Dispose);
            if (i % 10 == 0)
            {
                Specimen[] others = [Specimens.Make(name), Specimens.Make(name)];
                Array.ForEach(others, static other => other.Use());
                Array.ForEach(others, static other => other.Dispose());
            }
        }
    }

    [Attack]
    internal static void Two_arenas_after_one_was_disposed_twice_accept_only_their_own_values()
    {
        for (int i = 0; i < 800; i++)
        {
            var arena = new StringArena();
            arena.Add("a text that is long enough");
            Race.Run(arena.Dispose, arena.Dispose);
            using var one = new StringArena();
            using var two = new StringArena();
            ArenaString[] values = [one.Add("the text of the first one"), two.Add("a text of the second one")];
            Assert.False(Allowed.Try(() => one.AsSpan(in values[1])));
            Assert.False(Allowed.Try(() => two.AsSpan(in values[0])));
            Assert.Equal("the text of the first one", values[0].ToString());
        }
    }

    [Attack(Cases = nameof(ForManyThreads))]
    internal static void Many_threads_use_it_while_one_disposes(string name)
    {
        for (int i = 0; i < 15; i++)
        {
            Specimen specimen = Specimens.Make(name);
            Action use = () => specimen.Use();

            // Dispose is rejected while a callback is running, so the attack calls it again.
            Race.Run(use, use, () => Allowed.Try(specimen.Dispose), () => Allowed.Try(specimen.Empty));
            specimen.Dispose();
            specimen.Use();
        }
    }

    [Attack]
    internal static void A_concurrent_dictionary_is_read_beside_Dispose_and_new_dictionaries()
    {
        for (int round = 0; round < 60; round++)
        {
            var dictionary = new ConcurrentPooledStringDictionary<long>();
            for (int i = 0; i < 500; i++)
            {
                dictionary[$"key {i}"] = i;
            }

            Action read = () => Allowed.Try(() =>
            {
                for (int i = 0; i < 3_000; i++)
                {
                    Assert.True(!dictionary.TryGetValue($"key {i % 500}", out long value) || value == i % 500);
                }
            });
            Race.Run(read, read, () =>
            {
                dictionary.Dispose();
                using var other = new ConcurrentPooledStringDictionary<long>();
                for (int i = 0; i < 500; i++)
                {
                    other[$"key {i}"] = -1;
                }
            });
        }
    }

    [Attack]
    internal static void An_object_pool_is_disposed_while_threads_rent()
    {
        for (int round = 0; round < 60; round++)
        {
            var pool = new ObjectPool<Item>(static () => new Item(), cleanup: null, size: 8, disposeWhenFull: true);
            Action use = () => Allowed.Try(() =>
            {
                for (int i = 0; i < 2_000; i++)
                {
                    Item item = pool.Allocate();
                    Assert.True(Interlocked.Increment(ref item.Users) == 1, "Two renters have one object.");
                    Assert.False(item.IsDisposed, "A disposed object was rented.");
                    Interlocked.Decrement(ref item.Users);
                    pool.Free(item);
                }
            });
            Race.Run(use, use, pool.Dispose);
        }
    }

    [Attack]
    internal static void An_arena_is_reset_until_its_epochs_are_used_up()
    {
        using var arena = new StringArena(new() { FirstChunkBytes = 4_096 });
        var stale = new List<ArenaString>();
        for (int i = 0; i < 200_000; i++)
        {
            ArenaString value = arena.Add("a text that is long enough to be stale");
            if (i % 997 == 0)
            {
                stale.Add(value);
            }

            arena.Reset();
        }

        arena.Add("a text that is new");
        Assert.All(stale, static value => Assert.False(value.IsAlive));
    }

    [Attack]
    internal static void A_handle_is_freed_until_its_generations_are_used_up()
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef first = pool.Allocate("one");
        first.Free();
        for (int i = 0; i < 3_000_000; i++)
        {
            pool.Allocate("two").Free();
        }

        Assert.False(first.IsAlive);
        PooledStringRef last = pool.Allocate("new");
        Assert.False(first.IsAlive);
        Assert.NotEqual(first.Id, last.Id);
    }

    private sealed class Item : IDisposable
    {
        public int Users;

        public bool IsDisposed { get; private set; }

        public void Dispose() => IsDisposed = true;
    }
}
