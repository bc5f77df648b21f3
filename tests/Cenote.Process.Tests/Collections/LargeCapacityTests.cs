using System.Globalization;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

/// <summary>Tables and caches presized for many entries work like grown ones and take memory only as entries are added.</summary>
public sealed class LargeCapacityTests
{
    private const string HugePages = "/sys/kernel/mm/transparent_hugepage/enabled";

    [LinuxFact]
    public void A_table_takes_no_memory_before_keys_come()
    {
        if (AllPagesAreHuge())
        {
            return;
        }

        long before = ResidentBytes();

        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { Capacity = 50_000_000 });

        Assert.InRange(dictionary.BytesReserved, 512 << 20, 513 << 20);
        Assert.InRange(ResidentBytes() - before, long.MinValue, 64 << 20);
        Assert.True(dictionary.TryAdd("key", 1));
        Assert.False(dictionary.ContainsKey("another key"));
    }

    [LinuxFact]
    public void A_large_cache_takes_little_memory_for_few_entries()
    {
        if (AllPagesAreHuge())
        {
            return;
        }

        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 30, MaximumEntryBytes = 8 << 20 });
        long before = ResidentBytes();
        for (int i = 0; i < 1_000; i++)
        {
            Assert.True(cache.Set($"key {i}", [1, 2, 3]));
        }

        Assert.InRange(ResidentBytes() - before, long.MinValue, 32 << 20);
    }

    [Fact]
    public void A_table_that_grows_beyond_its_capacity_loses_no_key()
    {
        const int Keys = 200_000;
        var options = new PooledStringDictionaryOptions { Capacity = 400_000 };
        using var dictionary = new ConcurrentPooledStringDictionary<int>(options, 1);
        for (int round = 0; round < 2; round++)
        {
            for (int i = 0; i < 5 * Keys; i++)
            {
                Assert.True(dictionary.TryAdd($"key {i}", i));
            }

            var seen = new HashSet<int>();
            foreach (var (key, value) in dictionary)
            {
                Assert.True(seen.Add(value) && key.SequenceEqual($"key {value}"));
            }

            Assert.Equal(5 * Keys, seen.Count);
            dictionary.RemoveWhere(static (_, value, _) => value >= Keys, 0);
            dictionary.Trim();
            Assert.All(Enumerable.Range(0, Keys), i => Assert.Equal(i, dictionary[$"key {i}"]));
            dictionary.Clear();
            Assert.Empty(dictionary);
        }
    }

    private static bool AllPagesAreHuge() =>
        File.Exists(HugePages) && File.ReadAllText(HugePages).Contains("[always]", StringComparison.Ordinal);

    private static long ResidentBytes() =>
        Environment.SystemPageSize * long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1], CultureInfo.InvariantCulture);
}
