using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Cenote.Text;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// Many threads on one dictionary; <c>CENOTE_SOAK_SECONDS</c> extends the run. Values are derived from their keys, so that torn
/// values are detected.
/// </summary>
public sealed class ConcurrentPooledStringDictionarySoakTests(ITestOutputHelper output)
{
    private const int Threads = 5;

    // There are few keys, so that threads collide, or many keys if memory must run out.
    private const int FewKeys = 100;
    private const int ManyKeys = 1_000;

    private static readonly Dictionary<string, Func<PooledStringDictionaryOptions>> s_shapes = new()
    {
        ["compact"] = static () => new(),
        ["UTF-16"] = static () => new() { KeyEncoding = KeyEncoding.Utf16 },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["limit of 512 KiB"] = static () => new() { MaximumBytes = 512 << 10 },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Large_values_without_references_are_read_whole(string shape) =>
        Meet(
            shape, TestedValues.Large,
            static (number, value) => value.Equals(TestedValues.Large((int)(value[0] - (ulong)number) + number))
            && ((int)value[0] - number) % ManyKeys == 0);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Values_with_references_are_read_whole(string shape) =>
        Meet(
            shape, TestedValues.Pair,
            static (number, value) => (value.Number - number) % ManyKeys == 0 && value.Text == TestedValues.Text(value.Number));

    [Fact]
    public void Values_of_every_size_are_read_whole()
    {
        MeetTwice(TestedValues.Int, static value => value);
        MeetTwice(static number => Twice.Of(number), static value => value.First);
        MeetTwice(static number => Twice.Of(Twice.Of((long)number)), static value => (int)value.First.First);
        MeetTwice(static number => Twice.Of(Twice.Of(Twice.Of((long)number))), static value => (int)value.First.First.First);
        MeetTwice(static number => (number, TestedValues.Odd(number)), static value => value.number);
        MeetTwice(static number => number.ToString(CultureInfo.InvariantCulture), Parse);
        MeetTwice(static number => Twice.Of(number.ToString(CultureInfo.InvariantCulture)), static value => Parse(value.First));
        MeetTwice(static number => Twice.Of(Twice.Of(TestedValues.Pair(number))), static value => value.First.First.Number);

        static int Parse(string text) => int.Parse(text, CultureInfo.InvariantCulture);
    }

    [Fact]
    public void A_key_that_nobody_removes_is_found_at_any_time()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
        string[] kept =
            [.. Enumerable.Range(0, 500).Select(static i => i % 3 == 0 ? $"schlüssel {i}" : new string('k', i % 90) + i)];
        Array.ForEach(kept, key => dictionary.TryAdd(key, key.Length));
        int missed = 0;
        Run((worker, random, step) =>
        {
            if (worker > 1)
            {
                string key = kept[random.Next(kept.Length)];
                Interlocked.Add(ref missed, dictionary.TryGetValue(key, out int length) && length == key.Length ? 0 : 1);
                return;
            }

            // These changes grow and shrink the table, and reuse and move cells.
            if (step % 4_000 == 3_999)
            {
                dictionary.RemoveWhere(static (_, value, _) => value < 0, 0);
                dictionary.Trim();
            }
            else if (random.Next(3) > 0)
            {
                dictionary.TryAdd(new string('o', random.Next(90)) + random.Next(20_000), -1);
            }
            else
            {
                dictionary.TryRemove(new string('o', random.Next(90)) + random.Next(20_000), out _);
            }
        });

        Assert.Equal(0, missed);
    }

    [Fact]
    public void A_key_that_nobody_removes_is_found_while_the_hash_changes()
    {
        for (int round = 0; round < 5; round++)
        {
            using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
            string[] kept = [.. Enumerable.Range(0, 500).Select(static i => $"kept {i}")];
            Array.ForEach(kept, key => dictionary.TryAdd(key, key.Length));
            int missed = 0;
            Run(
                (worker, random, step) =>
                {
                    string key = kept[random.Next(kept.Length)];
                    if (worker == 0)
                    {
                        dictionary.TryAdd(Colliding(step), -1);
                    }
                    else
                    {
                        Interlocked.Add(ref missed, dictionary.TryGetValue(key, out int length) && length == key.Length ? 0 : 1);
                    }
                },
                steps: 14_000);

            Assert.Equal(0, missed);
            Assert.InRange(dictionary.GetStatistics().Rehashes, 1, 2);
        }
    }

    [Fact]
    public void Every_addition_of_every_thread_counts()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<long>();
        long added = 0;
        Run((_, random, _) =>
        {
            int number = random.Next(1, 100);
            string key = random.Next(50).ToString(CultureInfo.InvariantCulture);
            dictionary.AddOrUpdate(key, number, value => value + number);
            Interlocked.Add(ref added, number);
        });

        Assert.Equal(added, dictionary.ToArray().Sum(static entry => entry.Value));
    }

    // Each value is a ticket: exactly one thread replaces or removes the value and receives it.
    [Theory]
    [MemberData(nameof(Shapes))]
    public void Every_value_that_was_set_is_learned_once_or_is_still_there(string shape)
    {
        using var dictionary = new ConcurrentPooledStringDictionary<Twice<Twice<long>>>(s_shapes[shape](), concurrencyLevel: 1);
        string[] keys = [.. Enumerable.Range(0, 40).Select(static i => i % 3 == 0 ? $"schlüssel {i}" : new string('k', i) + i)];
        byte[][] utf8 = [.. keys.Select(System.Text.Encoding.UTF8.GetBytes)];
        var set = new ConcurrentBag<long>();
        var learned = new ConcurrentBag<long>();
        long removed = 0;
        long tickets = 0;
        Run(
            (_, random, _) =>
            {
                int number = random.Next(keys.Length);
                string key = keys[number];
                long ticket = Interlocked.Increment(ref tickets);
                var value = Twice.Of(Twice.Of(ticket));
                bool isSet = true;
                Twice<Twice<long>> old = default;
                bool learns;
                switch (random.Next(12))
                {
                    case 0:
                        learns = dictionary.Set(key, value, out old);
                        break;
                    case 1:
                        learns = dictionary.Set(utf8[number], value, out old);
                        break;
                    case 2:
                        learns = isSet = dictionary.TryExchange(key, value, out old);
                        break;
                    case 3:
                        learns = isSet = dictionary.TryExchange(utf8[number], value, out old);
                        break;
                    case 4:
                        learns = dictionary.TryRemove(key, out old);
                        isSet = false;
                        break;
                    case 5:
                        learns = dictionary.TryGetValue(key, out old) && dictionary.TryRemove(KeyValuePair.Create(key, old));
                        isSet = false;
                        break;
                    case 6:
                        learns = isSet = dictionary.TryGetValue(key, out old) && dictionary.TryUpdate(key, value, old);
                        break;
                    case 7:
                        Span<Twice<Twice<long>>> replaced = [default];
                        dictionary.AddOrUpdate(
                            key,
                            (_, replaced) =>
                            {
                                replaced[0] = default;
                                return value;
                            },
                            (_, found, replaced) =>
                            {
                                replaced[0] = found;
                                return value;
                            },
                            replaced);
                        old = replaced[0];
                        learns = old.First.First != 0;
                        break;
                    case 8:
                        learns = false;
                        isSet = dictionary.GetOrAdd(key, static (_, value) => value, value) == value;
                        break;
                    case 9 when random.Next(20) == 0:
                        learns = isSet = false;
                        int modulus = random.Next(2, 9);
                        int gone = dictionary.RemoveWhere(static (_, value, m) => value.First.First % m == 0, modulus);
                        Interlocked.Add(ref removed, gone);
                        break;
                    case 10 when random.Next(100) == 0:
                        learns = isSet = false;
                        dictionary.Trim();
                        break;
                    default:
                        learns = false;
                        isSet = dictionary.TryAdd(utf8[number], value, out bool exists);
                        Assert.True(isSet != exists);
                        break;
                }

                if (isSet)
                {
                    set.Add(ticket);
                }

                if (learns)
                {
                    Assert.Equal(Twice.Of(Twice.Of(old.First.First)), old);
                    learned.Add(old.First.First);
                }
            },
            steps: 20_000);

        HashSet<long> known = [.. learned];
        Assert.Equal(learned.Count, known.Count);
        Assert.All(dictionary.Values, value => Assert.Equal(Twice.Of(Twice.Of(value.First.First)), value));
        Assert.All(dictionary.Values, value => Assert.True(known.Add(value.First.First)));
        Assert.Empty(known.Except(set));
        Assert.Equal(set.Count - known.Count, removed);
    }

    [Fact]
    public void Threads_that_add_the_same_key_get_the_same_value_and_one_removes_it()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<object>();
        for (int round = 0; round < 300; round++)
        {
            string key = $"key {round}";
            object[] got = new object[Threads];
            int removals = 0;
            using var barrier = new Barrier(Threads);
            InParallel(worker =>
            {
                barrier.SignalAndWait();
                got[worker] = dictionary.GetOrAdd(key, static _ => new object(), 0);
                barrier.SignalAndWait();
                Interlocked.Add(ref removals, dictionary.TryRemove(key, out object? removed) && removed == got[0] ? 1 : 0);
            });
            Assert.Single(got.Distinct());
            Assert.Equal(1, removals);
        }

        Assert.Equal(0, dictionary.Count);
    }

    [Fact]
    public void A_dictionary_may_be_disposed_of_beside_readers_and_writers()
    {
        for (int round = 0; round < RunSettings.Length(500); round++)
        {
            var pages = new FailingPageSource();
            var dictionary = new ConcurrentPooledStringDictionary<string>(new PooledStringDictionaryOptions(), 1, pages);
            using var started = new CountdownEvent(Threads);
            int refused = 0;
            int wrong = 0;
            var disposer = new Thread(() =>
            {
                started.Wait();
                dictionary.Dispose();
            });
            disposer.Start();
            InParallel(worker =>
            {
                started.Signal();
                try
                {
                    for (int i = 0; ; i = (i + 1) % 1_000)
                    {
                        string key = $"key {i}";
                        if (worker % 2 == 0)
                        {
                            dictionary[key] = key;
                        }
                        else
                        {
                            Interlocked.Add(ref wrong, dictionary.TryGetValue(key, out string? value) && value != key ? 1 : 0);
                        }
                    }
                }
                catch (ObjectDisposedException)
                {
                    Interlocked.Increment(ref refused);
                }
            });
            disposer.Join();
            Assert.Equal(Threads, refused);
            Assert.Equal(0, wrong);
            Assert.Equal(0, dictionary.Count + dictionary.BytesReserved);
        }
    }

    private void MeetTwice<TValue>(Func<int, TValue> valueOf, Func<TValue, int> numberOf) => Meet(
        "compact",
        valueOf,
        (number, value) => (numberOf(value) - number) % ManyKeys == 0
            && EqualityComparer<TValue>.Default.Equals(value, valueOf(numberOf(value))),
        steps: 15_000);

    private void Meet<TValue>(string shape, Func<int, TValue> valueOf, Func<int, TValue, bool> isValueOf, int steps = 60_000)
    {
        PooledStringDictionaryOptions options = s_shapes[shape]();
        using var dictionary = new ConcurrentPooledStringDictionary<TValue>(options, concurrencyLevel: 1);
        bool memoryIsShort = options.MaximumBytes != long.MaxValue;
        string[] keys =
        [
            .. Enumerable.Range(0, memoryIsShort ? ManyKeys : FewKeys)
                .Select(static number => number + RandomKeys.FromUniverse(new Random(number), int.MaxValue)),
        ];
        int broken = 0;
        int refused = 0;

        // Adds all keys first, because most of them are needed to fill the memory.
        for (int number = 0; memoryIsShort && number < keys.Length; number++)
        {
            refused += dictionary.TryAdd(keys[number], valueOf(number)) ? 0 : 1;
        }

        Run((worker, random, step) =>
        {
            int number = random.Next(keys.Length);
            string key = keys[number];
            TValue value = valueOf(number + (ManyKeys * random.Next(1_000)));
            try
            {
                switch (random.Next(worker < 2 ? 20 : 10_000))
                {
                    case < 3:
                        dictionary[key] = value;
                        break;
                    case 3:
                        bool replaced = dictionary.Set(key, value, out TValue? old);
                        Interlocked.Add(ref broken, replaced && !isValueOf(number, old!) ? 1 : 0);
                        break;
                    case 4:
                        replaced = dictionary.TryExchange(key, value, out old);
                        Interlocked.Add(ref broken, replaced && !isValueOf(number, old!) ? 1 : 0);
                        break;
                    case < 9:
                        dictionary.TryRemove(key, out _);
                        break;
                    case 9 when random.Next(200) == 0:
                        dictionary.Trim();
                        break;
                    case 9 when random.Next(200) == 0:
                        dictionary.Clear();
                        break;
                    default:
                        Interlocked.Add(
                            ref broken, dictionary.TryGetValue(key, out TValue? found) && !isValueOf(number, found) ? 1 : 0);
                        break;
                }
            }
            catch (OutOfMemoryException) when (memoryIsShort)
            {
                Interlocked.Increment(ref refused);
            }
        }, steps);

        Assert.Equal(0, broken);
        Assert.Equal(memoryIsShort, refused > 0);
        KeyValuePair<string, TValue>[] entries = dictionary.ToArray();
        Assert.Equal(dictionary.Count, entries.Length);
        Assert.Equal(entries.Length, entries.Select(static entry => entry.Key).Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(
            entries.Sum(static entry => entry.Key.Length), entries.Sum(entry => keys[Array.IndexOf(keys, entry.Key)].Length));
        Assert.Equal(entries.Length, dictionary.RemoveWhere(static (_, _, _) => true, 0));
        dictionary.Trim();

        // Allows for the first granule of each part, and one granule for its cells.
        Assert.InRange(dictionary.BytesReserved, 1, 2 * 8 * AddressSpace.GranuleBytes);
    }

    private void Run(Action<int, Random, int> step, int steps = 60_000)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var watch = Stopwatch.StartNew();
        long done = 0;
        InParallel(worker =>
        {
            var random = new Random(seed + worker);
            long i = 0;
            for (; i < RunSettings.Length(steps) || watch.Elapsed < RunSettings.Soak; i++)
            {
                step(worker, random, (int)(i & int.MaxValue));
            }

            Interlocked.Add(ref done, i);
        });
        output.WriteLine($"operations: {done}");
    }

    private static void InParallel(Action<int> work)
    {
        Exception? failure = null;
        Thread[] workers = [.. Enumerable.Range(0, Threads).Select(worker => new Thread(() =>
        {
            try
            {
                work(worker);
            }
            catch (Exception exception)
            {
                Volatile.Write(ref failure, exception);
            }
        }))];
        Array.ForEach(workers, static worker => worker.Start());
        Array.ForEach(workers, static worker => worker.Join());
        Assert.True(failure is null, failure?.ToString());
    }

    // The first four chars equal the secret, and the resulting factor of 0 cancels the last four.
    private static string Colliding(int number)
    {
        ulong[] halves = [KeyHash.FirstSecret, (ulong)number * 0x9E3779B97F4A7C15];
        return new string(MemoryMarshal.Cast<ulong, char>(halves));
    }
}
