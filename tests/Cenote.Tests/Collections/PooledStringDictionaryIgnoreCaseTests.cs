using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>
/// Keys that differ only in case are equal exactly if <see cref="StringComparer.OrdinalIgnoreCase"/> treats them as equal.
/// </summary>
public sealed class PooledStringDictionaryIgnoreCaseTests(ITestOutputHelper output)
{
    private static readonly PooledStringDictionaryOptions s_options = new() { IgnoreCase = true };

    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void A_dictionary_does_what_that_of_the_framework_does(KeyEncoding encoding)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        var options = new PooledStringDictionaryOptions { IgnoreCase = true, KeyEncoding = encoding };
        using var tested = new PooledStringDictionary<int>(options);
        var model = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (int step = 0; step < 40_000; step++)
        {
            string key = Recased(RandomKeys.FromUniverse(random, 1_500), random);
            byte[] utf8 = Encoding.UTF8.GetBytes(key);
            bool isValid = Encoding.UTF8.GetString(utf8) == key;
            switch (random.Next(7))
            {
                case 0:
                    Assert.Equal(model.TryAdd(key, step), tested.TryAdd(key, step));
                    break;
                case 1:
                    model[key] = step;
                    tested[key] = step;
                    break;
                case 2:
                    tested.GetValueRefOrAddDefault(key, out bool exists) = step;
                    Assert.Equal(model.ContainsKey(key), exists);
                    model[key] = step;
                    break;
                case 3:
                    Assert.Equal(model.Remove(key, out int expected), tested.Remove(key, out int removed));
                    Assert.Equal(expected, removed);
                    break;
                case 4 when isValid:
                    Assert.Equal(model.TryGetValue(key, out expected), tested.TryGetValue(utf8, out int found));
                    Assert.Equal(expected, found);
                    break;
                case 5:
                    int[] values = new int[1];
                    Assert.Equal(model.TryGetValue(key, out expected), tested.TryGetValues([key], values, new bool[1]) == 1);
                    Assert.Equal(expected, values[0]);
                    break;
                default:
                    Assert.Equal(model.TryGetValue(key, out expected), tested.TryGetValue(key, out found));
                    Assert.Equal(expected, found);
                    Assert.Equal(model.ContainsKey(key), tested.ContainsKey(key));
                    break;
            }

            if (random.Next(5_000) == 0)
            {
                tested.Trim();
            }
        }

        Assert.Equal(
            model.OrderBy(static pair => pair.Key, StringComparer.Ordinal),
            tested.OrderBy(static pair => pair.Key, StringComparer.Ordinal));
    }

    // Every char and every code point up to U+1EFFF, including those whose case variant is ASCII in some cultures.
    [Fact]
    public void Every_char_is_the_same_as_those_that_the_framework_says()
    {
        using var tested = new PooledStringDictionary<int>(s_options);
        var model = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (int i = 0; i < 0x10_0000; i++)
        {
            string key = i <= char.MaxValue ? $"a{(char)i}b" : i < 0x1_f000 ? $"a{char.ConvertFromUtf32(i)}" : "";
            if (model.TryAdd(key, i) != tested.TryAdd(key, i))
            {
                Assert.Fail($"U+{i:x4}");
            }
        }

        Assert.Equal(model.Count, tested.Count);
        Assert.True(model.Count < 65_000 + 0xf000);
        foreach ((string key, int value) in model)
        {
            if (tested[key] != value)
            {
                Assert.Fail(key);
            }
        }
    }

    [Fact]
    public void The_form_that_was_added_first_stays()
    {
        using var tested = new PooledStringDictionary<int>(s_options) { ["Key"] = 1, ["KEY"] = 2, ["ÄÖ"] = 3 };

        Assert.Equal(["Key", "ÄÖ"], tested.Select(static pair => pair.Key));
        Assert.Equal(2, tested["kEy"]);
        Assert.Equal(3, tested["äö"]);
        Assert.Throws<ArgumentException>("key", () => tested.Add("äÖ", 4));
        Assert.True(System.Runtime.CompilerServices.Unsafe.IsNullRef(ref tested.GetValueRefOrNullRef("ke")));
        Assert.Equal(3, tested.GetValueRefOrNullRef("äÖ"));
        tested.Dispose();
        Assert.Throws<ObjectDisposedException>(() => tested.ContainsKey("key"));
        Assert.Throws<ObjectDisposedException>(() => tested.Remove("KEY"));
    }

    [Fact]
    public void Keys_that_collide_are_told_apart_and_found_after_the_hash_has_changed()
    {
        using var tested = new PooledStringDictionary<int>(s_options);
        var keys = new List<string>();
        for (int i = 0; keys.Count < 12_000; i++)
        {
            string key = i % 2 == 0 ? $"Key {i}" : $"Schlüssel {i}";
            if (((uint)string.GetHashCode(key, StringComparison.OrdinalIgnoreCase) >> 10 & 0xff) == 0)
            {
                keys.Add(key);
                tested.Add(key, i);
            }
        }

        Assert.InRange(tested.GetStatistics().Rehashes, 1, 3);
        Assert.All(keys, key => Assert.Equal(tested[key], tested[key.ToUpperInvariant()]));
        Assert.All(keys, key => Assert.True(tested.Remove(key.ToLowerInvariant())));
        Assert.True(tested.IsEmpty);
    }

    [Fact]
    public void A_concurrent_dictionary_refuses() =>
        Assert.Contains(
            "IgnoreCase",
            Assert.Throws<ArgumentException>("options", () => new ConcurrentPooledStringDictionary<int>(s_options)).Message,
            StringComparison.Ordinal);

    private static string Recased(string key, Random random) => random.Next(3) switch
    {
        0 => key.ToUpperInvariant(),
        1 => key.ToLowerInvariant(),
        _ => key,
    };
}
