using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>Enumeration during any change: entries that stay are returned once, and every returned entry existed.</summary>
public sealed class ConcurrentPooledStringDictionaryEnumerationTests(ITestOutputHelper output)
{
    public static TheoryData<int> Counts => [0, 1, 9, 100, 3_000, 60_000];

    [Theory]
    [MemberData(nameof(Counts))]
    public void Every_entry_is_seen_once(int count)
    {
        using ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(count, reservedAddressBytes: 64 << 20);
        var model = new Dictionary<string, (int, string?)>(StringComparer.Ordinal);
        foreach (var (key, value) in dictionary)
        {
            model.Add(key.ToString(), value);
        }

        Assert.Equal(count, model.Count);
        Assert.All(model, entry => Assert.Equal(dictionary[entry.Key], entry.Value));
        Assert.Equal(model.Keys.Order(StringComparer.Ordinal), dictionary.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(model.Values.Order(), dictionary.Values.Order());
        Assert.Equal(model, dictionary.ToDictionary());
        Assert.Equal(model, dictionary.ToArray().ToDictionary());
        Assert.Equal(count == 0, dictionary.IsEmpty);
        Assert.Equal(count, ((System.Collections.IEnumerable)dictionary).Cast<object>().Count());
    }

    [Fact]
    public void After_an_exception_no_entry_comes_again_and_none_is_left_out()
    {
        // Each part is copied in several batches, and each batch's first entry is returned before the next copy is interrupted.
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
        for (int i = 0; i < 4_000; i++)
        {
            dictionary[$"{i}".PadRight(1_000)] = i;
        }

        var seen = new List<int>();
        int interruptions = 0;
        Lock[] gates = Gates.InterruptibleOf(dictionary);
        ConcurrentPooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        while (Next())
        {
            Array.ForEach(gates, static gate => gate.Enter());
            interruptions += Gates.TryInterrupt(gates[0], SeeTheRest) ? 1 : 0;
            Array.ForEach(gates, static gate => gate.Exit());
        }

        Assert.InRange(interruptions, gates.Length * 2, int.MaxValue);
        Assert.Equal(Enumerable.Range(0, 4_000), seen.Order());

        void SeeTheRest()
        {
            while (Next())
            {
            }
        }

        bool Next()
        {
            if (seen.Count > 4_000 || !enumerator.MoveNext())
            {
                return false;
            }

            seen.Add(enumerator.Current.Value);
            return true;
        }
    }

    [Fact]
    public void After_the_end_of_the_dictionary_no_entry_comes_again()
    {
        var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
        for (int i = 0; i < 100_000; i++)
        {
            dictionary[$"{i}"] = i;
        }

        ConcurrentPooledStringDictionary<int>.Enumerator enumerator = dictionary.GetEnumerator();
        enumerator.MoveNext();
        dictionary.Dispose();
        Assert.Throws<ObjectDisposedException>(() =>
        {
            while (enumerator.MoveNext())
            {
            }
        });

        Assert.Throws<ObjectDisposedException>(() => enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(() => enumerator.Current.Value);
    }

    // Tables grow from one bucket to many segments and shrink again, with compaction. Everything runs on one thread, so that a seed
    // reproduces a failure.
    [Theory]
    [InlineData(100, 64 << 20)]
    [InlineData(100, 0)]
    [InlineData(60_000, 64 << 20)]
    [InlineData(60_000, 0)]
    public void A_key_that_stays_is_seen_once_whatever_the_loop_does(int count, long reservedAddressBytes)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < RunSettings.Length(40); round++)
        {
            using ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(count, reservedAddressBytes);
            var seen = new HashSet<string>(StringComparer.Ordinal);
            int others = 0;
            foreach (var (key, value) in dictionary)
            {
                string copy = key.ToString();
                Assert.Equal(TestedValues.Pair(value.Item1), value);
                if (copy.StartsWith("other", StringComparison.Ordinal))
                {
                    others++;
                    Assert.Equal(-1, value.Item1);
                    continue;
                }

                Assert.True(seen.Add(copy), "A key is seen twice.");
                for (int i = random.Next(6); i > 0; i--)
                {
                    dictionary.TryAdd($"other{new string('x', random.Next(80))}{random.Next(200_000)}", TestedValues.Pair(-1));
                }

                if (random.Next(count / 3) == 0)
                {
                    dictionary.RemoveWhere(static (key, value, _) => value.Item1 == -1, 0);
                    dictionary.Trim();
                }

                // A new value in another cell does not create another entry.
                dictionary.Set(copy, value, out _);
                Assert.True(key.SequenceEqual(copy));
            }

            output.WriteLine($"others: {others}");
            Assert.Equal(count, seen.Count);
        }
    }

    [Fact]
    public void A_key_that_stays_is_seen_while_the_hash_changes()
    {
        var options = new PooledStringDictionaryOptions { MaximumBytes = 511 << 10 };
        using var dictionary = new ConcurrentPooledStringDictionary<int>(options, 1);
        for (int i = 0; i < 500; i++)
        {
            dictionary.TryAdd($"kept {i}" + new string('x', 600), i);
        }

        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in dictionary)
        {
            seen.Add(entry.Key.ToString());
            for (int i = 0; dictionary.GetStatistics().Rehashes == 0 && i < 1_000; i++)
            {
                dictionary.TryAdd(Collisions.Make(i), -1);
            }
        }

        Assert.Equal(1, dictionary.GetStatistics().Rehashes);
        Assert.Equal(500, seen.Count(static key => key[0] == 'k'));
    }

    [Fact]
    public void Long_keys_are_seen_once_in_batches_that_are_not_larger_than_they_must_be()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>(concurrencyLevel: 1);
        string[] keys = [.. Enumerable.Range(0, 300).Select(static i => i + new string(i % 2 == 0 ? 'x' : 'é', 30_000))];
        Array.ForEach(keys, key => dictionary.TryAdd(key, key.Length));
        dictionary.TryAdd(new string('y', 3_000_000), 3_000_000);
        var seen = new HashSet<string>(StringComparer.Ordinal);
        long before = GC.GetAllocatedBytesForCurrentThread();
        long own = 0;
        foreach (var entry in dictionary)
        {
            long start = GC.GetAllocatedBytesForCurrentThread();
            Assert.True(seen.Add(entry.Key.ToString()));
            Assert.Equal(entry.Key.Length, entry.Value);
            own += GC.GetAllocatedBytesForCurrentThread() - start;
        }

        Assert.Equal(301, seen.Count);
        long buffers = GC.GetAllocatedBytesForCurrentThread() - before - own;
        Assert.InRange(buffers, 0, (2 * 3_000_000) + (8 * EntryBatch<int>.MaxChars));
    }

    [Fact]
    public void Buffers_do_not_grow_with_the_dictionary()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<long>(concurrencyLevel: 1);
        for (int i = 0; i < 400_000; i++)
        {
            dictionary.TryAdd($"a key of some length {i}", i);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        long sum = 0;
        foreach (var entry in dictionary)
        {
            sum += entry.Value;
        }

        Assert.Equal(400_000L * 399_999 / 2, sum);

        // An enumerator copies up to 12,288 entries: to arrays of chars, ends and values, which grow by doubling, and to an array
        // of places from the shared pool.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 3_000_000);
    }

    [Fact]
    public void An_enumerator_that_has_no_entry_says_what_to_do()
    {
        using ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(1, 64 << 20);
        var none = default(ConcurrentPooledStringDictionary<int>.Enumerator);
        var enumerator = dictionary.GetEnumerator();
        Func<object?>[] refused = [() => none.MoveNext(), () => none.Current.Value, () => enumerator.Current.Value];

        Assert.All(refused, static action =>
        {
            string message = Assert.Throws<InvalidOperationException>(action).Message;
            Assert.Contains("GetEnumerator, or use foreach", message, StringComparison.Ordinal);
        });
        Assert.True(enumerator.MoveNext());
        Assert.Equal(dictionary[enumerator.Current.Key], enumerator.Current.Value);
        Assert.False(enumerator.MoveNext());
        Assert.False(enumerator.MoveNext());
        Assert.Throws<InvalidOperationException>(refused[2]);
    }

    [Fact]
    public void A_default_entry_says_what_to_do_and_one_of_the_empty_key_is_none()
    {
        using var dictionary = new ConcurrentPooledStringDictionary<int>();
        dictionary[""] = 7;
        foreach (var entry in dictionary)
        {
            Assert.True(entry.Key.IsEmpty && entry.Value == 7);
        }

        Action[] refused =
        [
            static () => _ = default(ConcurrentPooledStringDictionary<int>.Entry).Key.Length,
            static () => _ = default(ConcurrentPooledStringDictionary<int>.Entry).Value,
            static () => default(ConcurrentPooledStringDictionary<int>.Entry).Deconstruct(out _, out _),
        ];
        Assert.All(refused, static action =>
        {
            string message = Assert.Throws<InvalidOperationException>(action).Message;
            Assert.Contains("GetEnumerator, or use foreach", message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_copy_of_an_enumerator_goes_on_together_with_it()
    {
        using ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(3_000, 64 << 20);
        var enumerator = dictionary.GetEnumerator();
        var copy = enumerator;
        int seen = 0;
        while (seen % 2 == 0 ? enumerator.MoveNext() : copy.MoveNext())
        {
            Assert.True(enumerator.Current.Key.SequenceEqual(copy.Current.Key));
            seen++;
        }

        Assert.Equal(3_000, seen);
    }

    [Fact]
    public void A_dictionary_disposed_of_in_a_loop_ends_it_and_entries_can_be_read()
    {
        ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(60_000, 64 << 20);
        var enumerator = dictionary.GetEnumerator();
        Assert.True(enumerator.MoveNext());
        dictionary.Dispose();
        int seen = 0;
        Assert.Throws<ObjectDisposedException>(() =>
        {
            do
            {
                seen++;
                var (key, value) = enumerator.Current;
                Assert.Equal(TestedValues.Pair(value.Item1), value);
                Assert.EndsWith(value.Item1.ToString(), key.ToString(), StringComparison.Ordinal);
            }
            while (enumerator.MoveNext());
        });
        Assert.InRange(seen, 1, 12_288);
    }

    [Fact]
    public void Beside_writers_a_key_that_stays_is_seen_once()
    {
        using ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(3_000, 64 << 20);
        Crowd.Run(
            output,
            (worker, random, step) =>
            {
                if (worker == 0)
                {
                    var seen = new HashSet<string>(StringComparer.Ordinal);
                    foreach (var (key, value) in dictionary)
                    {
                        Assert.Equal(TestedValues.Pair(value.Item1), value);
                        Assert.True(value.Item1 < 0 || seen.Add(key.ToString()));
                    }

                    Assert.Equal(3_000, seen.Count);
                    return;
                }

                for (int i = 0; i < 200; i++)
                {
                    string key = $"other{new string('x', random.Next(80))}{random.Next(30_000)}";
                    switch (random.Next(worker == 1 && step % 20 == 0 ? 5 : 4))
                    {
                        case 0:
                            dictionary.TryRemove(key, out _);
                            break;
                        case 4:
                            dictionary.RemoveWhere(static (_, value, _) => value.Item1 < 0, 0);
                            dictionary.Trim();
                            return;
                        default:
                            dictionary.Set(key, TestedValues.Pair(-random.Next(1, 1_000)), out _);
                            break;
                    }
                }
            },
            steps: 150);
    }

    [Fact]
    public void Beside_clear_and_dispose_what_is_seen_was_there()
    {
        for (int round = 0; round < 20; round++)
        {
            ConcurrentPooledStringDictionary<(int, string?)> dictionary = Make(2_000, round % 2 == 0 ? 0 : 64 << 20);
            IEnumerator<KeyValuePair<string, (int Number, string? Text)>> shared = dictionary.AsEnumerable().GetEnumerator();
            Crowd.Run(worker =>
            {
                try
                {
                    for (int i = 0; i < 40; i++)
                    {
                        if (worker == 0)
                        {
                            dictionary.Clear();
                            Fill(dictionary, 1_000);
                        }
                        else if (worker == 1 && i == 30)
                        {
                            dictionary.Dispose();
                        }
                        else if (worker < 3)
                        {
                            foreach (var (key, value) in dictionary)
                            {
                                Assert.Equal(TestedValues.Pair(value.Item1), value);
                                Assert.EndsWith(value.Item1.ToString(), key.ToString(), StringComparison.Ordinal);
                            }
                        }
                        else
                        {
                            // For two threads that share an enumerator, the only guarantee is that the process does not crash.
                            Record.Exception(() => i % 10 == 0 ? dictionary.Keys.Contains(null) : shared.MoveNext());
                        }
                    }
                }
                catch (ObjectDisposedException)
                {
                }
            });
            dictionary.Dispose();
        }
    }

    private static ConcurrentPooledStringDictionary<(int, string?)> Make(int count, long reservedAddressBytes)
    {
        var options = new PooledStringDictionaryOptions { ReservedAddressBytes = reservedAddressBytes };
        var dictionary = new ConcurrentPooledStringDictionary<(int, string?)>(options, 1, PageSource.System);
        Fill(dictionary, count);
        return dictionary;
    }

    private static void Fill(ConcurrentPooledStringDictionary<(int, string?)> dictionary, int count)
    {
        for (int i = 0; i < count; i++)
        {
            string key = i % 5 == 0 ? $"schlüssel {i}" : i == 2 ? new string('k', 70_000) + i : new string('k', i % 50) + i;
            dictionary.Set(key, TestedValues.Pair(i), out _);
        }
    }
}
