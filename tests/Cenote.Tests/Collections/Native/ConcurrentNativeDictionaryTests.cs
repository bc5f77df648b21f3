using System.Collections.Concurrent;
using System.Diagnostics;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Cenote.Text;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections.Native;

public sealed class ConcurrentNativeDictionaryTests(ITestOutputHelper output)
{
    private const int Steps = 200_000;

    [Fact]
    public void Parts_without_keys_are_made_with_their_first_key_only()
    {
        using var dictionary = new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 64);
        Assert.Equal(0, dictionary.BytesReserved);
        dictionary[1] = 1;
        Assert.InRange(dictionary.ManagedBytes, 1, 128 << 10);
        Assert.False(dictionary.TryGetValue(2, out _));
        Assert.False(dictionary.TryRemove(2, out _));
        Assert.Equal(1, Assert.Single(dictionary).Key);

        dictionary.Clear();
        Assert.True(dictionary.IsEmpty);
        dictionary.Trim();
        Parallel.For(0, 10_000, number => dictionary[number] = number);
        Assert.Equal(10_000, dictionary.Count);

        dictionary.Dispose();
        Assert.Equal(0, dictionary.BytesReserved);
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryGetValue(2, out _));
        Assert.Throws<ObjectDisposedException>(() => dictionary.TryAdd(2, 1));
    }

    [Fact]
    public void A_part_that_is_refused_memory_is_made_with_a_later_key()
    {
        bool isRefused = false;
        var pages = new FailingPageSource { Fails = _ => isRefused };
        using var dictionary = new ConcurrentNativeDictionary<int, int>(
            new NativeDictionaryOptions { ReservedAddressBytes = 0 }, concurrencyLevel: 4, comparer: null, pages);
        isRefused = true;
        Assert.False(dictionary.TryAdd(1, 1, out bool exists));
        Assert.False(exists);
        Assert.Throws<OutOfMemoryException>(() => dictionary[1] = 1);
        Assert.False(dictionary.ContainsKey(1));

        isRefused = false;
        dictionary[1] = 2;
        Assert.Equal(2, dictionary[1]);
    }

    [Fact]
    public void Members_do_what_their_names_say()
    {
        using var dictionary = new ConcurrentNativeDictionary<Int128, long>();

        Assert.True(dictionary.IsEmpty);
        Assert.True(dictionary.TryAdd(1, 10));
        Assert.False(dictionary.TryAdd(1, 11, out bool exists));
        Assert.True(exists);
        Assert.Equal(10, dictionary.GetOrAdd(1, 12));
        Assert.Equal(20, dictionary.GetOrAdd(2, static key => (long)key * 10));
        Assert.Equal(35, dictionary.GetOrAdd(3, static (key, factor) => (long)key * factor + 5, 10));
        Assert.Equal(36, dictionary.AddOrUpdate(3, 1, static (_, value) => value + 1));
        Assert.Equal(1, dictionary.AddOrUpdate(4, 1, static (_, value) => value + 1));
        Assert.Equal(7, dictionary.AddOrUpdate(5, static (_, n) => n, static (_, value, n) => value + n, 7));
        Assert.Equal(14, dictionary.AddOrUpdate(5, static (_, n) => n, static (_, value, n) => value + n, 7));
        Assert.True(dictionary.TryUpdate(5, 15, 14));
        Assert.False(dictionary.TryUpdate(5, 16, 14) || dictionary.TryUpdate(6, 1, 0));
        Assert.True(dictionary.TryExchange(5, 16, out long old));
        Assert.Equal(15, old);
        Assert.False(dictionary.TryExchange(6, 1, out old));
        Assert.Equal(0, old);
        Assert.True(dictionary.Set(5, 17, out old));
        Assert.False(dictionary.Set(6, 18, out _));
        Assert.Equal(16, old);
        dictionary[7] = 19;
        Assert.Equal(19, dictionary[7]);
        Assert.Throws<KeyNotFoundException>(() => dictionary[8]);
        Assert.False(dictionary.TryRemove(new KeyValuePair<Int128, long>(7, 1)));
        Assert.True(dictionary.TryRemove(new KeyValuePair<Int128, long>(7, 19)));
        Assert.True(dictionary.TryRemove(6, out old));
        Assert.Equal(18, old);
        Assert.False(dictionary.TryRemove(6, out _) || dictionary.ContainsKey(6));
        Assert.Equal(5, dictionary.Count);
        Assert.Equal(
            [new(1, 10), new(2, 20), new(3, 36), new(4, 1), new(5, 17)], dictionary.ToArray().OrderBy(static entry => entry.Key));
        Assert.Equal(5, dictionary.GetStatistics().Count);
        Assert.Equal(5 * 24, dictionary.BytesUsed);
        dictionary.Clear();
        Assert.Empty(dictionary);
        Assert.True(dictionary.Trim() > 0);
        Assert.Throws<ArgumentNullException>(() => dictionary.GetOrAdd(1, null!));
        Assert.Throws<ArgumentNullException>(() => dictionary.AddOrUpdate(1, 1, null!));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ConcurrentNativeDictionary<int, int>(concurrencyLevel: -1));
    }

    [Theory]
    [InlineData("integers")]
    [InlineData("codes")]
    [InlineData("colliding")]
    [InlineData("limit")]
    [InlineData("no reservation")]
    public void Random_operations_give_what_a_dictionary_of_the_framework_gives(string shape)
    {
        switch (shape)
        {
            case "codes":
                Check(new(), static number => (double)number, 3_000);
                break;
            case "colliding":
                Check(new(), static number => new CollidingKey(number, 3), 1_500);
                break;
            case "limit":
                Check(new NativeDictionaryOptions { MaximumBytes = 128 << 10 }, static number => (Int128)number, 20_000);
                break;
            case "no reservation":
                Check(new NativeDictionaryOptions { ReservedAddressBytes = 0 }, static number => (Int128)number, 3_000);
                break;
            default:
                Check(new(), static number => (Int128)number, 3_000);
                break;
        }
    }

    [Fact]
    public void Readers_never_see_a_torn_value_or_that_of_another_key()
    {
        using var dictionary = new ConcurrentNativeDictionary<long, CheckedValue>(concurrencyLevel: 1);
        Race(
            dictionary,
            static number => number,
            static (dictionary, random) =>
            {
                int key = random.Next(2_000);
                switch (random.Next(40))
                {
                    case < 15:
                        dictionary[key] = CheckedValue.Of(key + (1_000_000L * random.Next(1_000)));
                        break;
                    case < 30:
                        _ = dictionary.TryRemove(key, out _);
                        break;
                    case < 38:
                        _ = dictionary.AddOrUpdate(
                            key, CheckedValue.Of(key), static (_, value) => CheckedValue.Of(value.Number + 1_000_000));
                        break;
                    case 38:
                        _ = dictionary.Trim();
                        break;
                    default:
                        foreach ((long each, CheckedValue value) in dictionary)
                        {
                            Check(each, value);
                        }

                        break;
                }
            });
    }

    [Fact]
    public void Readers_of_keys_with_the_same_codes_find_their_own()
    {
        using var dictionary = new ConcurrentNativeDictionary<CollidingKey, CheckedValue>(concurrencyLevel: 1);
        Race(
            dictionary,
            static number => new CollidingKey(number % 600, 2),
            static (dictionary, random) =>
            {
                int key = random.Next(600);
                if (random.Next(2) == 0)
                {
                    dictionary[new CollidingKey(key, 2)] = CheckedValue.Of(key);
                }
                else
                {
                    _ = dictionary.TryRemove(new CollidingKey(key, 2), out _);
                }
            });
    }

    [Fact]
    public void Counting_by_many_threads_loses_nothing()
    {
        int rounds = RunSettings.Length(200_000);
        using var dictionary = new ConcurrentNativeDictionary<int, (byte, long)>();
        Crowd.Run(worker =>
        {
            for (int i = 0; i < rounds; i++)
            {
                _ = dictionary.AddOrUpdate(i % 7, (1, 1), static (_, count) => (1, count.Item2 + 1));
            }
        });

        Assert.Equal(Crowd.Threads * (long)rounds, dictionary.Sum(static entry => entry.Value.Item2));
    }

    [Fact]
    public void A_key_is_added_by_one_thread_only_and_removed_by_one_only()
    {
        int keys = RunSettings.Length(100_000);
        using var dictionary = new ConcurrentNativeDictionary<Guid, int>();
        Guid[] all = [.. Enumerable.Range(0, keys).Select(static number => new Guid(number, 1, 2, new byte[8]))];
        long added = 0;
        long removed = 0;
        Crowd.Run(thread =>
        {
            foreach (Guid key in all)
            {
                Interlocked.Add(ref added, dictionary.TryAdd(key, thread) ? 1 : 0);
            }
        });
        Assert.Equal(keys, dictionary.Count);
        Crowd.Run(_ =>
        {
            foreach (Guid key in all)
            {
                Interlocked.Add(ref removed, dictionary.TryRemove(key, out int _) ? 1 : 0);
            }
        });

        Assert.Equal((keys, keys, 0), (added, removed, dictionary.Count));
    }

    [Fact]
    public void Disposing_while_others_read_and_write_is_safe()
    {
        for (int round = 0; round < RunSettings.Length(200); round++)
        {
            var dictionary = new ConcurrentNativeDictionary<long, CheckedValue>();
            Crowd.Run(thread =>
            {
                var random = new Random(thread);
                if (thread == 0)
                {
                    Thread.SpinWait(random.Next(20_000));
                    dictionary.Dispose();
                    return;
                }

                try
                {
                    for (int i = 0; i < 100_000; i++)
                    {
                        long key = random.Next(1_000);
                        dictionary[key] = CheckedValue.Of(key);
                        if (dictionary.TryGetValue(random.Next(1_000), out CheckedValue value))
                        {
                            Assert.True(value.IsWhole);
                        }
                    }
                }
                catch (ObjectDisposedException)
                {
                }
            });
            dictionary.Dispose();
            Assert.True(dictionary.IsDisposed);
            Assert.Equal((0, 0L, 0L), (dictionary.Count, dictionary.BytesReserved, dictionary.BytesUsed));
        }
    }

    [Fact]
    public void Whatever_is_disposed_says_so()
    {
        var dictionary = new ConcurrentNativeDictionary<int, int>();
        dictionary.Dispose();
        dictionary.Dispose();
        Action[] uses =
        [
            () => dictionary.TryAdd(1, 1),
            () => dictionary[1] = 2,
            () => _ = dictionary[1],
            () => dictionary.TryGetValue(1, out _),
            () => dictionary.GetOrAdd(1, 1),
            () => dictionary.AddOrUpdate(1, 1, static (_, value) => value),
            () => dictionary.TryUpdate(1, 1, 1),
            () => dictionary.TryExchange(1, 1, out _),
            () => dictionary.TryRemove(1, out _),
            () => dictionary.TryRemove(new KeyValuePair<int, int>(1, 1)),
            dictionary.Clear,
            () => dictionary.Trim(),
            () => dictionary.GetStatistics(),
            () => dictionary.ToArray(),
        ];

        Assert.All(uses, static use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public void Keys_that_change_the_dictionary_while_it_asks_them_are_refused()
    {
        using var dictionary = new ConcurrentNativeDictionary<HostileKey, int>(
            new NativeDictionaryOptions { MaximumBytes = 1 << 20 }, concurrencyLevel: 1);
        for (int number = 0; number < 1_000; number++)
        {
            Assert.True(dictionary.TryAdd(new HostileKey(number), number));
        }

        Action[] uses =
        [
            () => dictionary[new HostileKey(5)] = 0,
            () => dictionary.TryAdd(new HostileKey(5), 0),
            () => dictionary.TryRemove(new HostileKey(5), out _),
            () => dictionary.TryExchange(new HostileKey(5), 0, out _),
        ];
        foreach (Action use in uses)
        {
            HostileKey.OnEquals = () => dictionary[new HostileKey(5)] = 5;
            Assert.Throws<InvalidOperationException>(use);
            HostileKey.OnEquals = static () => throw new TimeoutException();
            Assert.Throws<TimeoutException>(use);
            HostileKey.OnHash = static () => throw new TimeoutException();
            Assert.Throws<TimeoutException>(use);
            HostileKey.OnEquals = () => Assert.True(dictionary.TryGetValue(new HostileKey(6), out _));
        }

        HostileKey.OnEquals = null;
        Assert.Equal(5, dictionary[new HostileKey(5)]);
        Assert.Equal(1_000, dictionary.Count);
    }

    [LongFact]
    public void A_comparer_that_trims_and_adds_while_it_compares_is_refused()
    {
        for (int granules = 1; granules < 60; granules++)
        {
            long pattern = ((uint)granules * 8_192) - 1;
            pattern |= pattern << 32;
            var comparer = new HostileComparer(1);
            using var dictionary = new ConcurrentNativeDictionary<int, (long, long, long, long)>(
                new NativeDictionaryOptions { Capacity = 20_000 }, concurrencyLevel: 1, comparer);
            for (int i = 0; i < 12; i++)
            {
                Assert.True(dictionary.TryAdd(i, default));
            }

            comparer.Prepare(0, () =>
            {
                dictionary.Trim();
                for (int i = 0; i < 1_000; i++)
                {
                    Assert.True(dictionary.TryAdd(100 + i, (pattern, pattern, pattern, pattern)));
                }
            });
            Assert.Throws<InvalidOperationException>(() => dictionary.TryAdd(50, default));
            Assert.Equal(1_012, dictionary.Count);
        }
    }

    [Fact]
    public void Comparers_that_call_the_dictionary_on_two_threads_do_not_wait_for_each_other()
    {
        var comparer = new CallingComparer();
        using var dictionary = new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 1, comparer: comparer);
        int parts = PartCount.For(concurrencyLevel: 1, long.MaxValue);
        int[] keys = [.. Enumerable.Range(0, 1_000).DistinctBy(key => (int)(KeyHash.ComputeLong(key) >> 32) & (parts - 1))];
        Assert.Equal(parts, keys.Length);
        Array.ForEach(keys, key => dictionary[key] = 0);
        using var bothCompare = new Barrier(2);
        int refused = 0;
        Thread[] threads = [Start(keys[0], keys[1]), Start(keys[1], keys[0])];
        Assert.All(threads, static thread => Assert.True(thread.Join(TimeSpan.FromSeconds(40)), "A thread hangs."));
        Assert.InRange(refused, 1, 2);
        Assert.Equal(parts, dictionary.Count);

        Thread Start(int key, int other)
        {
            var thread = new Thread(() =>
            {
                comparer.OnNextEquals = () =>
                {
                    bothCompare.SignalAndWait();
                    dictionary[other] = 1;
                };
                try
                {
                    dictionary.TryAdd(key, 2);
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref refused);
                }
            })
            {
                IsBackground = true,
            };
            thread.Start();
            return thread;
        }
    }

    [Fact]
    public void A_comparer_can_neither_clear_nor_dispose_its_dictionary()
    {
        var comparer = new CallingComparer();
        using var dictionary = new ConcurrentNativeDictionary<int, int>(concurrencyLevel: 1, comparer: comparer);
        dictionary[1] = 1;
        foreach (Action call in (Action[])[dictionary.Clear, dictionary.Dispose])
        {
            comparer.OnNextEquals = call;
            Assert.Throws<InvalidOperationException>(() => dictionary.TryAdd(1, 2));
            Assert.Equal(1, dictionary[1]);
        }
    }

    [Fact]
    public void Whoever_knows_the_secret_makes_a_part_change_its_hash()
    {
        using var dictionary = new ConcurrentNativeDictionary<UInt128, int>(concurrencyLevel: 1);
        UInt128 head = KeyHash.FirstSecret;
        for (int number = 0; number < 5_000; number++)
        {
            Assert.True(dictionary.TryAdd(head | ((UInt128)number << 64), number));
        }

        Assert.True(dictionary.GetStatistics().Rehashes > 0);
        for (int number = 0; number < 5_000; number++)
        {
            Assert.Equal(number, dictionary[head | ((UInt128)number << 64)]);
        }

        Assert.Equal(5_000, dictionary.ToArray().Length);
    }

    [Fact]
    public void Nothing_is_allocated_once_there_is_room()
    {
        using var dictionary = new ConcurrentNativeDictionary<Int128, CheckedValue>();
        for (int i = 0; i < 1_000; i++)
        {
            dictionary[i] = CheckedValue.Of(i);
        }

        long allocated = ManagedAllocations.Of(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                _ = dictionary.TryRemove(i, out CheckedValue value);
                _ = dictionary.TryAdd(i, value);
                _ = dictionary.AddOrUpdate(i, static (_, _) => default, static (_, value, _) => value, 0);
                _ = dictionary.GetOrAdd(i, value);
                _ = dictionary.TryExchange(i, dictionary[i], out _);
            }
        });

        Assert.Equal(0, allocated);
    }

    [LongTheory]
    [InlineData(0)]
    [InlineData(256 << 10)]
    [InlineData(64 << 20)]
    public void A_request_that_fails_leaves_a_dictionary_that_works(long reservedAddressBytes)
    {
        int refusals = 0;
        for (int failing = 0; failing < 16; failing++)
        {
            int each = failing;
            var pages = new FailingPageSource();
            using (var dictionary = new ConcurrentNativeDictionary<long, CheckedValue>(
                new NativeDictionaryOptions { ReservedAddressBytes = reservedAddressBytes }, 1, null, pages))
            {
                int start = pages.Requests;
                pages.Fails = request => request == start + each || (each % 2 == 1 && request > start + each);
                int count = 0;
                for (int key = 0; key < 80_000; key++)
                {
                    if (dictionary.TryAdd(key, CheckedValue.Of(key)))
                    {
                        count++;
                    }
                    else
                    {
                        refusals++;
                        Assert.False(dictionary.ContainsKey(key));
                    }
                }

                Assert.Equal(count, dictionary.Count);
                Assert.Equal(count, dictionary.Count(static entry => entry.Value.IsWhole && entry.Value.Number == entry.Key));
                foreach ((long key, _) in dictionary)
                {
                    Assert.True(dictionary.TryRemove(key, out _));
                }

                Assert.Empty(dictionary);
            }
        }

        Assert.True(refusals > 0, "Nothing was refused.");
    }

    [Fact]
    public void A_dictionary_that_cannot_be_made_leaves_nothing_behind()
    {
        for (int failing = 0; failing < 12; failing++)
        {
            int request = failing;
            var pages = new FailingPageSource { Fails = number => number >= request };
            try
            {
                new ConcurrentNativeDictionary<long, int>(
                    new NativeDictionaryOptions { Capacity = 100_000, ReservedAddressBytes = 1 << 20 }, 1, null, pages).Dispose();
            }
            catch (OutOfMemoryException)
            {
            }
        }

        Assert.Throws<OutOfMemoryException>(
            () => new ConcurrentNativeDictionary<long, int>(new NativeDictionaryOptions { MaximumBytes = 1 }));
        Assert.Throws<OutOfMemoryException>(
            () => new ConcurrentNativeDictionary<long, int>(
                new NativeDictionaryOptions { Capacity = int.MaxValue },
                1,
                null,
                new FailingPageSource { MachineBytes = 1 << 30 }));
    }

    private static void Check(long key, CheckedValue value)
    {
        Assert.True(value.IsWhole, "A value is torn.");
        Assert.Equal(key, value.Number % 1_000_000);
    }

    private static void Race<TKey>(
        ConcurrentNativeDictionary<TKey, CheckedValue> dictionary,
        Func<int, TKey> keyOf,
        Action<ConcurrentNativeDictionary<TKey, CheckedValue>, Random> change)
        where TKey : unmanaged, IEquatable<TKey>
    {
        int seed = RunSettings.NewSeed();
        int steps = RunSettings.Length(Steps);
        var clock = Stopwatch.StartNew();
        Crowd.Run(thread =>
        {
            var random = new Random(seed + thread);
            for (int step = 0; step < steps || clock.Elapsed < RunSettings.Soak; step++)
            {
                if (thread % 2 == 0)
                {
                    change(dictionary, random);
                    continue;
                }

                int number = random.Next(2_000);
                if (dictionary.TryGetValue(keyOf(number), out CheckedValue value))
                {
                    Assert.True(value.IsWhole, "A value is torn.");
                    Assert.True(keyOf((int)(value.Number % 1_000_000)).Equals(keyOf(number)), "A value belongs to another key.");
                }
            }
        });
    }

    private void Check<TKey>(NativeDictionaryOptions options, Func<int, TKey> keyOf, int keys)
        where TKey : unmanaged, IEquatable<TKey>
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        using var dictionary = new ConcurrentNativeDictionary<TKey, CheckedValue>(options, 1, null, PageSource.System);
        var model = new ConcurrentDictionary<TKey, CheckedValue>();
        int refusals = 0;
        long step = 0;
        var clock = Stopwatch.StartNew();
        for (; step < RunSettings.Length(Steps) || clock.Elapsed < RunSettings.Soak; step++)
        {
            TKey key = keyOf(random.Next(keys));
            CheckedValue value = CheckedValue.Of(random.Next());
            switch (random.Next(12))
            {
                case 0 or 1 or 2:
                    bool expected = model.ContainsKey(key);
                    if (dictionary.TryAdd(key, value, out bool exists))
                    {
                        Assert.True(model.TryAdd(key, value));
                    }
                    else if (!exists)
                    {
                        refusals++;
                        Assert.False(expected);
                    }

                    Assert.Equal(expected, exists);
                    break;
                case 3 when model.ContainsKey(key):
                    Assert.Equal(model.GetOrAdd(key, value), dictionary.GetOrAdd(key, value));
                    break;
                case 4 when model.ContainsKey(key):
                    Assert.True(dictionary.Set(key, value, out CheckedValue old));
                    Assert.Equal(model[key], old);
                    model[key] = value;
                    break;
                case 5 when model.ContainsKey(key):
                    Assert.Equal(
                        model.AddOrUpdate(key, value, static (_, old) => CheckedValue.Of(old.Number + 1)),
                        dictionary.AddOrUpdate(key, value, static (_, old) => CheckedValue.Of(old.Number + 1)));
                    break;
                case 6:
                    model.TryGetValue(key, out CheckedValue comparison);
                    Assert.Equal(model.TryUpdate(key, value, comparison), dictionary.TryUpdate(key, value, comparison));
                    break;
                case 7 or 8:
                    Assert.Equal(
                        model.TryRemove(key, out CheckedValue gone), dictionary.TryRemove(key, out CheckedValue removed));
                    Assert.Equal(gone, removed);
                    break;
                case 9:
                    CheckedValue there = model.GetValueOrDefault(key);
                    Assert.Equal(
                        model.TryRemove(new KeyValuePair<TKey, CheckedValue>(key, there)),
                        dictionary.TryRemove(new KeyValuePair<TKey, CheckedValue>(key, there)));
                    break;
                case 10 when step % 5_000 == 0:
                    dictionary.Clear();
                    model.Clear();
                    break;
                case 11 when step % 500 == 0:
                    _ = dictionary.Trim();
                    Assert.Equal(model.Count, dictionary.ToArray().Length);
                    Assert.All(dictionary, entry => Assert.Equal(model[entry.Key], entry.Value));
                    break;
                default:
                    Assert.Equal(
                        model.TryGetValue(key, out CheckedValue one), dictionary.TryGetValue(key, out CheckedValue other));
                    Assert.Equal(one, other);
                    break;
            }
        }

        output.WriteLine($"Seed {seed}, {step:N0} steps, {refusals} refusals.");
        Assert.Equal(model.Count, dictionary.Count);
        Assert.Equal(options.MaximumBytes < long.MaxValue, refusals > 0);
    }

    /// <summary>Calls <see cref="OnNextEquals"/> once, on the thread that set it.</summary>
    private sealed class CallingComparer : IEqualityComparer<int>
    {
        private readonly ThreadLocal<Action?> _onNextEquals = new();

        public Action? OnNextEquals
        {
            set => _onNextEquals.Value = value;
        }

        public bool Equals(int x, int y)
        {
            Action? call = _onNextEquals.Value;
            _onNextEquals.Value = null;
            call?.Invoke();
            return x == y;
        }

        public int GetHashCode(int obj) => obj;
    }
}
