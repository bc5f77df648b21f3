using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections;

/// <summary>An index, compared with a dictionary of sorted sets.</summary>
public sealed class PooledStringPostingsModelTests(ITestOutputHelper output)
{
    private const int Steps = 100_000;

    private static readonly Dictionary<string, Func<PooledStringDictionaryOptions>> s_shapes = new()
    {
        ["compact"] = static () => new(),
        ["UTF-16, cleared"] = static () => new() { KeyEncoding = KeyEncoding.Utf16, ClearOnFree = true },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 256 KiB, then the table"] = static () => new() { ReservedAddressBytes = 256 << 10 },
        ["limit of 256 KiB"] = static () => new() { MaximumBytes = 256 << 10 },
        ["limit of 256 KiB, cleared"] = static () => new() { MaximumBytes = 256 << 10, ClearOnFree = true },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void An_index_does_what_a_dictionary_of_sorted_sets_does(string shape)
    {
        int seed = NewSeed();
        var pages = new FailingPageSource();
        var index = new PooledStringPostings(s_shapes[shape](), pages);

        bool isLimited = shape.StartsWith("limit", StringComparison.Ordinal);

        var model = new Model(index, seed, isLimited);
        model.Run(RunSettings.Length(isLimited ? 2 * Steps : Steps));

        output.WriteLine($"{model.Refusals} refusals");
        Assert.Equal(isLimited, model.Refusals > 0);
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void A_request_that_fails_leaves_an_index_that_works()
    {
        int seed = NewSeed();
        int requests = 1;
        int failures = 0;
        for (int failing = 0; failing < Math.Min(requests, RunSettings.Length(400)); failing++)
        {
            int request = failing;
            var pages = new FailingPageSource { Fails = number => number == request || number % 7 == 6 };
            PooledStringPostings index;
            try
            {
                index = new PooledStringPostings(new() { ReservedAddressBytes = 256 << 10 }, pages);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
                requests = Math.Max(requests, failing + 2);
                continue;
            }

            new Model(index, seed, memoryIsShort: true).Run(RunSettings.Length(8_000));
            requests = Math.Max(requests, pages.Requests);
            failures += pages.Failures;
            Assert.Equal(0, pages.Reservations);
        }

        Assert.InRange(failures, 1, int.MaxValue);
    }

    private int NewSeed()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        return seed;
    }

    private sealed class Model(PooledStringPostings index, int seed, bool memoryIsShort)
    {
        private readonly Dictionary<string, SortedSet<int>> _lists = new(StringComparer.Ordinal);
        private readonly Random _random = new(seed);
        private long _count;

        public long Refusals { get; private set; }

        public void Run(int steps)
        {
            try
            {
                for (int step = 0; step < steps; step++)
                {
                    Step(step);
                }

                CheckAll();
            }
            catch (Exception exception)
            {
                throw new XunitException($"Seed {seed}: {exception.Message}", exception);
            }
            finally
            {
                index.Dispose();
            }

            Assert.Equal((0, 0L, 0L), (index.Count, index.NumberCount, index.BytesReserved));
        }

        // A few keys get most of the numbers, so that lists of all sizes occur.
        private void Step(int step)
        {
            // Valid UTF-16, which round-trips through UTF-8.
            string key = Encoding.UTF8.GetString(Utf8(RandomKeys.FromUniverse(_random, 1 + _random.Next(1 + _random.Next(300)))));
            int number = _random.Next(2) == 0 ? step : _random.Next(-20_000, 20_000);
            int chance = _random.Next(10_000);
            bool shrinks = step / 1_000 % 3 == 2;
            switch (chance)
            {
                case 0:
                    index.Clear();
                    _lists.Clear();
                    _count = 0;
                    break;
                case 1:
                    CheckAll();
                    break;
                case 2 or 3:
                    long before = index.BytesReserved;
                    Assert.Equal(before - index.Trim(), index.BytesReserved);
                    CheckAll();
                    break;
                case < 30:
                    int had = _lists.Remove(key, out SortedSet<int>? removed) ? removed.Count : 0;
                    _count -= had;
                    Assert.Equal(had, chance % 2 == 0 ? index.RemoveKey(key) : index.RemoveKey(Utf8(key)));
                    break;
                case < 500:
                    Fill(key, number);
                    break;
                case < 3_000:
                    Check(key);
                    break;
                case < 6_000 when !shrinks:
                    Add(key, number, chance);
                    break;
                default:
                    Remove(key, shrinks ? Near(key, number) : number, chance);
                    break;
            }

            Assert.Equal((_lists.Count, _count), (index.Count, index.NumberCount));
        }

        private void Fill(string key, int number)
        {
            long refusals = Refusals;
            for (int i = _random.Next(1 << _random.Next(12)); i > 0 && Refusals == refusals; i--)
            {
                Add(key, number + i, i);
            }
        }

        private void Add(string key, int number, int way)
        {
            bool isNew = !Contains(key, number);
            bool added;
            try
            {
                bool exists = !isNew;
                added = (way % 4) switch
                {
                    0 => index.Add(key, number),
                    1 => index.Add(Utf8(key), number),
                    2 => index.TryAdd(key, number, out exists),
                    _ => index.TryAdd(Utf8(key), number, out exists),
                };
                Assert.Equal(!isNew, exists);
                Assert.True(added == isNew || (memoryIsShort && isNew && way % 4 > 1));
            }
            catch (OutOfMemoryException) when (memoryIsShort && isNew)
            {
                added = false;
            }

            if (added)
            {
                _count++;
                Assert.True((ListOf(key) ?? (_lists[key] = [])).Add(number));
            }
            else
            {
                Refusals += isNew ? 1 : 0;
                Check(key);
            }
        }

        private void Remove(string key, int number, int way)
        {
            bool there = Contains(key, number);
            Assert.Equal(there, way % 2 == 0 ? index.Remove(key, number) : index.Remove(Utf8(key), number));
            if (there)
            {
                _count--;
                _lists[key].Remove(number);
                if (_lists[key].Count == 0)
                {
                    _lists.Remove(key);
                }
            }
        }

        private void Check(string key)
        {
            ReadOnlySpan<int> numbers = _random.Next(2) == 0 ? index.GetNumbers(key) : index.GetNumbers(Utf8(key));
            CheckList(ListOf(key), numbers);
            int number = Near(key, _random.Next(100));
            Assert.Equal(Contains(key, number), index.Contains(key, number));
            Assert.Equal(Contains(key, number), index.Contains(Utf8(key), number));
        }

        private void CheckAll()
        {
            int keys = 0;
            foreach (var (key, numbers) in index)
            {
                CheckList(_lists[key.ToString()], numbers);
                keys++;
            }

            Assert.Equal(_lists.Count, keys);
        }

        private static void CheckList(SortedSet<int>? expected, ReadOnlySpan<int> numbers)
        {
            Assert.Equal(expected?.Count ?? 0, numbers.Length);
            int index = 0;
            foreach (int number in expected ?? [])
            {
                if (numbers[index++] != number)
                {
                    Assert.Fail("A list has changed.");
                }
            }
        }

        private int Near(string key, int number) => ListOf(key) is { } list ? list.Min + (number % 16) : number;

        private bool Contains(string key, int number) => ListOf(key)?.Contains(number) == true;

        private SortedSet<int>? ListOf(string key) => _lists.GetValueOrDefault(key);

        private static byte[] Utf8(string key) => Encoding.UTF8.GetBytes(key);
    }
}
