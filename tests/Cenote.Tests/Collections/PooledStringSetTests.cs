using System.Diagnostics;
using System.Text;
using Cenote.Collections;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

public sealed class PooledStringSetTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void A_set_does_what_that_of_the_framework_does(KeyEncoding encoding)
    {
        var watch = Stopwatch.StartNew();
        do
        {
            int seed = RunSettings.NewSeed();
            output.WriteLine($"CENOTE_SEED={seed}");
            var random = new Random(seed);
            var model = new HashSet<string>(StringComparer.Ordinal);
            var pages = new FailingPageSource();
            using (var set = new PooledStringSet(new PooledStringDictionaryOptions { KeyEncoding = encoding }, pages))
            {
                for (int step = 0; step < 60_000; step++)
                {
                    Step(set, model, random);
                    Assert.Equal(model.Count, set.Count);
                }

                CheckItems(set, model);
            }

            Assert.Equal(0, pages.Reservations);
        }
        while (watch.Elapsed < RunSettings.Soak);
    }

    [Fact]
    public void A_string_takes_no_byte_for_a_value()
    {
        using var set = new PooledStringSet();
        for (int i = 0; i < 60_000; i++)
        {
            set.Add($"{i:d8}");
        }

        // Each string takes 16 bytes for header and text; the last run is not full.
        Assert.InRange(set.BytesReserved - set.GetStatistics().TableBytes, 60_000 * 16, 60_000 * 16 * 5 / 4);
    }

    [Fact]
    public void Strings_are_added_and_looked_for_in_batches()
    {
        using var set = new PooledStringSet();
        bool[] found = new bool[3];

        Assert.Equal(2, set.AddMany(["a", "b", "a"]));
        Assert.Equal(1, set.AddMany("b,c", [0..1, 2..3]));
        Assert.Equal(2, set.ContainsMany(["c", "x", "a"], found));
        Assert.Equal([true, false, true], found);
        Assert.Equal(1, set.ContainsMany("xyzb", [0..1, 3..4], found));
        Assert.Equal([false, true, true], found);
        Assert.Throws<ArgumentException>("found", () => set.ContainsMany(["c", "x"], new bool[1]));
    }

    [Fact]
    public void After_disposal_a_set_is_empty_and_refuses()
    {
        var set = new PooledStringSet();
        set.Add("item");
        set.Dispose();

        Assert.Equal(0, set.Count + set.BytesReserved);
        Assert.Equal(nameof(PooledStringSet), Assert.Throws<ObjectDisposedException>(() => set.Contains("item")).ObjectName);
        Assert.Equal(nameof(PooledStringSet), Assert.Throws<ObjectDisposedException>(() => set.Add("item")).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => set.GetEnumerator());
    }

    private static void Step(PooledStringSet set, HashSet<string> model, Random random)
    {
        string item = RandomKeys.FromUniverse(random, 4_000);
        byte[] utf8 = Encoding.UTF8.GetBytes(item);
        bool isValid = Encoding.UTF8.GetString(utf8) == item;
        switch (random.Next(1_000))
        {
            case 0:
                set.Clear();
                model.Clear();
                break;
            case < 3:
                set.Trim();
                CheckItems(set, model);
                break;
            case < 300:
                Assert.Equal(model.Contains(item), isValid ? set.Contains(utf8) : set.Contains(item));
                break;
            case < 600:
                Assert.Equal(model.Add(item), isValid && random.Next(2) == 0 ? set.Add(utf8) : set.Add(item));
                break;
            default:
                Assert.Equal(model.Remove(item), isValid && random.Next(2) == 0 ? set.Remove(utf8) : set.Remove(item));
                break;
        }
    }

    private static void CheckItems(PooledStringSet set, HashSet<string> model)
    {
        var items = new List<string>();
        foreach (ReadOnlySpan<char> item in set)
        {
            items.Add(item.ToString());
        }

        Assert.Equal(model.Order(StringComparer.Ordinal), items.Order(StringComparer.Ordinal));
        Assert.Equal(model.Count, set.GetStatistics().Count);
        Assert.InRange(set.ManagedBytes, 1, 1 << 20);
    }
}
