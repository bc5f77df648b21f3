using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections;

/// <summary>
/// Random operations on one thread: each part is read through copies of its index, which must never be stale.
/// </summary>
public sealed class ConcurrentPooledStringDictionaryModelTests(ITestOutputHelper output)
{
    private const int Steps = 40_000;

    private static readonly int s_steps = RunSettings.Length(Steps);
    private const int Universe = 4_000;

    private static readonly Dictionary<string, Func<PooledStringDictionaryOptions>> s_shapes = new()
    {
        ["compact"] = static () => new(),
        ["UTF-16"] = static () => new() { KeyEncoding = KeyEncoding.Utf16 },
        ["UTF-8"] = static () => new() { KeyEncoding = KeyEncoding.Utf8 },
        ["limit of 512 KiB, UTF-8, no reservation"] = static () =>
            new() { MaximumBytes = 512 << 10, KeyEncoding = KeyEncoding.Utf8, ReservedAddressBytes = 0 },
        ["capacity of 100,000"] = static () => new() { Capacity = 100_000 },
        ["capacity of 8,000,000, huge pages"] = static () => new() { Capacity = 8_000_000 },
        ["no reservation, all through the table"] = static () => new() { ReservedAddressBytes = 0 },
        ["reservation of 256 KiB, then the table"] = static () => new() { ReservedAddressBytes = 256 << 10 },
        ["limit of 512 KiB"] = static () => new() { MaximumBytes = 512 << 10 },
    };

    public static TheoryData<string> Shapes => [.. s_shapes.Keys];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_dictionary_with_numbers_does_what_that_of_the_framework_does(string shape) => Check(shape, TestedValues.Int);

    [Theory]
    [MemberData(nameof(Shapes))]
    public void A_dictionary_with_references_does_what_that_of_the_framework_does(string shape) =>
        Check(shape, TestedValues.Text);

    [Fact]
    public void Values_of_one_byte() => Check("compact", TestedValues.Byte);

    [Fact]
    public void Values_of_more_than_a_cache_line() => Check("UTF-16", TestedValues.Large);

    [Fact]
    public void Values_with_a_reference_among_others() => Check("compact", TestedValues.Pair);

    private void Check<TValue>(string shape, Func<int, TValue> valueOf)
    {
        var watch = Stopwatch.StartNew();
        long done = 0;
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            PooledStringDictionaryOptions options = s_shapes[shape]();
            using var tested = new ConcurrentPooledStringDictionary<TValue>(options, 1, new FailingPageSource());
            var model = new ConcurrentDictionary<string, TValue>(StringComparer.Ordinal);
            var random = new Random(seed);
            bool memoryIsShort = options.MaximumBytes != long.MaxValue;
            int refusals = 0;
            for (int step = 0; step < (memoryIsShort && refusals == 0 ? Steps : s_steps); step++)
            {
                try
                {
                    Step(tested, model, valueOf, random);
                }
                catch (OutOfMemoryException) when (memoryIsShort)
                {
                    refusals++;
                }
                catch (Exception exception)
                {
                    throw new XunitException($"Seed {seed}, step {step}: {exception.Message}", exception);
                }
            }

            CheckAll(tested, model);
            Assert.Equal(memoryIsShort, refusals > 0);
            done += s_steps;
        }
        while (watch.Elapsed < RunSettings.Soak);

        output.WriteLine($"operations: {done}");
    }

    private static void Step<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested,
        ConcurrentDictionary<string, TValue> model,
        Func<int, TValue> valueOf,
        Random random)
    {
        string key = RandomKeys.FromUniverse(random, Universe);
        byte[] utf8 = Encoding.UTF8.GetBytes(key);
        bool hasUtf8 = Encoding.UTF8.GetString(utf8) == key && random.Next(2) == 0;
        TValue value = valueOf(random.Next());
        bool exists = model.TryGetValue(key, out TValue? expected);
        TValue? found;
        switch (random.Next(1_000))
        {
            case < 1:
                tested.Clear();
                model.Clear();
                break;
            case < 3:
                long before = tested.BytesReserved;
                Assert.Equal(before - tested.Trim(), tested.BytesReserved);
                break;
            case < 5:
                CheckAll(tested, model);
                break;
            case < 8:
                int length = random.Next(10);
                Assert.Equal(
                    model.Keys.Count(
                        key =>
                            key.Length == length), tested.RemoveWhere(static (key, _, length) => key.Length == length, length));
                Array.ForEach([.. model.Keys.Where(key => key.Length == length)], key => model.TryRemove(key, out _));
                break;
            case < 200:
                bool added = hasUtf8 ? tested.TryAdd(utf8, value, out bool there) : tested.TryAdd(key, value, out there);
                CheckAdded(tested, model, key, value, added, there);
                break;
            case < 210:
                added = hasUtf8 ? tested.TryAdd(utf8, value) : tested.TryAdd(key, value);
                CheckAdded(tested, model, key, value, added, exists);
                break;
            case < 240:
                if (hasUtf8)
                {
                    tested[utf8] = value;
                }
                else
                {
                    tested[key] = value;
                }

                model[key] = value;
                break;
            case < 300:
                Assert.Equal(exists, hasUtf8 ? tested.Set(utf8, value, out found) : tested.Set(key, value, out found));
                Assert.Equal(expected, found);
                model[key] = value;
                break;
            case < 350:
                bool exchanged = hasUtf8
                    ? tested.TryExchange(utf8, value, out found)
                    : tested.TryExchange(key, value, out found);
                Assert.Equal(exists, exchanged);
                Assert.Equal(expected, found);
                if (exists)
                {
                    model[key] = value;
                }

                break;
            case < 420:
                TValue result = GetOrAdd(tested, key, hasUtf8 ? utf8 : null, value, random.Next(4));
                Assert.Equal(model.GetOrAdd(key, value), result);
                break;
            case < 470:
                TValue[] old = exists ? [expected!] : [];
                Assert.Equal(value, AddOrUpdate(tested, key, hasUtf8 ? utf8 : null, value, old, random.Next(3)));
                model[key] = value;
                break;
            case < 500:
                TValue comparison = random.Next(3) == 0 ? valueOf(random.Next()) : expected!;
                bool updated = hasUtf8 ? tested.TryUpdate(utf8, value, comparison) : tested.TryUpdate(key, value, comparison);
                Assert.Equal(model.TryUpdate(key, value, comparison), updated);
                break;
            case < 550:
                TValue removed = random.Next(3) == 0 ? valueOf(random.Next()) : expected!;
                KeyValuePair<string, TValue> pair = new(key, removed);
                bool gone = hasUtf8 ? tested.TryRemove(utf8, removed)
                    : random.Next(2) == 0 ? tested.TryRemove(pair)
                    : tested.TryRemove(key, removed);
                Assert.Equal(model.TryRemove(pair), gone);
                break;
            case < 800:
                Assert.Equal(exists, hasUtf8 ? tested.TryRemove(utf8, out found) : tested.TryRemove(key, out found));
                Assert.Equal(expected, found);
                model.TryRemove(key, out _);
                break;
            default:
                Assert.Equal(exists, hasUtf8 ? tested.TryGetValue(utf8, out found) : tested.TryGetValue(key, out found));
                Assert.Equal(expected, found);
                break;
        }

        Assert.Equal(model.Count, tested.Count);
        Assert.Equal(model.IsEmpty, tested.IsEmpty);
    }

    private static void CheckAdded<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested,
        ConcurrentDictionary<string, TValue> model,
        string key,
        TValue value,
        bool added,
        bool exists)
    {
        if (!added && !exists)
        {
            Assert.Throws<OutOfMemoryException>(() => tested.GetOrAdd(key, value));
            return;
        }

        Assert.Equal(!exists, added);
        Assert.Equal(added, model.TryAdd(key, value));
    }

    private static TValue GetOrAdd<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested, string key, byte[]? utf8, TValue value, int form) =>
        (utf8 is null, form) switch
        {
            (true, 0) => tested.GetOrAdd(key, value),
            (true, 1) => tested.GetOrAdd(key, static value => value, value),
            (true, 2) => tested.GetOrAdd(key, made => made.SequenceEqual(key) ? value : default!),
            (true, _) => tested.GetOrAdd(key, (made, value) => made.SequenceEqual(key) ? value : default!, value),
            (_, 0) => tested.GetOrAdd(utf8, value),
            (_, 1) => tested.GetOrAdd(utf8, static value => value, value),
            (_, 2) => tested.GetOrAdd(utf8, made => made.SequenceEqual(key) ? value : default!),
            (_, _) => tested.GetOrAdd(utf8, (made, value) => made.SequenceEqual(key) ? value : default!, value),
        };

    private static TValue AddOrUpdate<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested, string key, byte[]? utf8, TValue value, TValue[] old, int form)
    {
        return (utf8 is null, form) switch
        {
            (true, 0) => tested.AddOrUpdate(key, value, found => Update(key, found)),
            (true, 1) => tested.AddOrUpdate(key, Add, Update),
            (true, _) => tested.AddOrUpdate(key, (key, _) => Add(key), (key, found, _) => Update(key, found), 0),
            (_, 0) => tested.AddOrUpdate(utf8, value, found => Update(key, found)),
            (_, 1) => tested.AddOrUpdate(utf8, Add, Update),
            (_, _) => tested.AddOrUpdate(utf8, (key, _) => Add(key), (key, found, _) => Update(key, found), 0),
        };

        TValue Add(ReadOnlySpan<char> made)
        {
            Assert.True(made.SequenceEqual(key) && old.Length == 0);
            return value;
        }

        TValue Update(ReadOnlySpan<char> made, TValue found)
        {
            Assert.True(made.SequenceEqual(key));
            Assert.Equal(Assert.Single(old), found);
            return value;
        }
    }

    private static void CheckAll<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested, ConcurrentDictionary<string, TValue> model)
    {
        KeyValuePair<string, TValue>[] entries = tested.ToArray();
        Assert.Equal(model.Count, entries.Length);
        Assert.All(entries, entry => Assert.Equal(model[entry.Key], entry.Value));
        Assert.Equal(model.Count, tested.Keys.Distinct(StringComparer.Ordinal).Count(model.ContainsKey));
        Assert.Equal(model.Count, tested.Values.Count());
        int seen = 0;
        foreach (var (key, value) in tested)
        {
            seen++;
            Assert.Equal(model[key.ToString()], value);
        }

        Assert.Equal(model.Count, seen);
        Assert.All(model, entry => Assert.Equal(entry.Value, tested[entry.Key]));
        Assert.Equal(model.Count, tested.GetStatistics().Count);
    }
}
