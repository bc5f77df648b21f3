using System.Diagnostics;
using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections;

/// <summary>Random operations on one thread: each part is read through copies of its index, which must never be out of date.</summary>
public sealed class ConcurrentPooledStringDictionaryModelTests(ITestOutputHelper output)
{
    private const int Steps = 40_000;
    private const int Universe = 4_000;

    private static readonly Dictionary<string, Func<PooledStringDictionaryOptions>> s_shapes = new()
    {
        ["compact"] = static () => new(),
        ["UTF-16"] = static () => new() { KeyEncoding = KeyEncoding.Utf16 },
        ["capacity of 100,000"] = static () => new() { Capacity = 100_000 },
        ["huge pages"] = static () => new() { Capacity = 4_000_000, UseHugePages = true },
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
    public void A_dictionary_with_references_does_what_that_of_the_framework_does(string shape) => Check(shape, TestedValues.Text);

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
            var model = new Dictionary<string, TValue>(StringComparer.Ordinal);
            var random = new Random(seed);
            int refusals = 0;
            for (int step = 0; step < Steps; step++)
            {
                try
                {
                    Step(tested, model, valueOf, random);
                }
                catch (OutOfMemoryException) when (options.MaximumBytes != long.MaxValue)
                {
                    refusals++;
                }
                catch (Exception exception)
                {
                    throw new XunitException($"Seed {seed}, step {step}: {exception.Message}", exception);
                }
            }

            CheckAll(tested, model);
            Assert.Equal(options.MaximumBytes != long.MaxValue, refusals > 0);
            done += Steps;
        }
        while (watch.Elapsed < RunSettings.Soak);

        output.WriteLine($"operations: {done}");
    }

    private static void Step<TValue>(
        ConcurrentPooledStringDictionary<TValue> tested, Dictionary<string, TValue> model, Func<int, TValue> valueOf, Random random)
    {
        string key = Keys.FromUniverse(random, Universe);
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
                long before = tested.GetTotalBytesUnmanaged();
                Assert.Equal(before - tested.Trim(), tested.GetTotalBytesUnmanaged());
                break;
            case < 5:
                CheckAll(tested, model);
                break;
            case < 8:
                int length = random.Next(10);
                Assert.Equal(model.Keys.Count(key => key.Length == length), tested.RemoveWhere(static (key, _, length) => key.Length == length, length));
                Array.ForEach([.. model.Keys.Where(key => key.Length == length)], key => model.Remove(key));
                break;
            case < 250:
                Assert.Equal(!exists, hasUtf8 ? tested.TryAddUtf8(utf8, value) : tested.TryAdd(key, value));
                model.TryAdd(key, value);
                break;
            case < 350:
                if (hasUtf8)
                {
                    tested.SetUtf8(utf8, value);
                }
                else
                {
                    tested[key] = value;
                }

                model[key] = value;
                break;
            case < 400:
                TValue result = random.Next(2) == 0 ? tested.GetOrAdd(key, value) : tested.GetOrAdd(key, static value => value, value);
                Assert.Equal(exists ? expected : value, result);
                model.TryAdd(key, value);
                break;
            case < 450:
                Assert.Equal(value, tested.AddOrUpdate(key, value, _ => value));
                model[key] = value;
                break;
            case < 500:
                Assert.Equal(exists, tested.TryUpdate(key, value, expected!));
                if (exists)
                {
                    model[key] = value;
                }

                break;
            case < 800:
                Assert.Equal(exists, hasUtf8 ? tested.TryRemoveUtf8(utf8, out found) : tested.TryRemove(key, out found));
                Assert.Equal(expected, found);
                model.Remove(key);
                break;
            default:
                Assert.Equal(exists, hasUtf8 ? tested.TryGetValueUtf8(utf8, out found) : tested.TryGetValue(key, out found));
                Assert.Equal(expected, found);
                break;
        }

        Assert.Equal(model.Count, tested.Count);
    }

    private static void CheckAll<TValue>(ConcurrentPooledStringDictionary<TValue> tested, Dictionary<string, TValue> model)
    {
        KeyValuePair<string, TValue>[] entries = tested.ToArray();
        Assert.Equal(model.Count, entries.Length);
        Assert.All(entries, entry => Assert.Equal(model[entry.Key], entry.Value));
        Assert.All(model, entry => Assert.Equal(entry.Value, tested[entry.Key]));
        Assert.Equal(model.Count, tested.GetStatistics().Count);
    }
}
