using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

[Collection(nameof(Alone))]
public sealed class PooledStringDictionaryMemoryTests
{
    private readonly FailingPageSource _pages = new();

    [Fact]
    public void A_large_dictionary_that_has_become_small_is_small_after_a_trim()
    {
        using var dictionary = new PooledStringDictionary<string>(new PooledStringDictionaryOptions(), _pages);
        for (int i = 0; i < 200_000; i++)
        {
            dictionary.Add($"key {i}", "value");
        }

        for (int i = 0; i < 200_000; i++)
        {
            if (i % 200 != 0)
            {
                dictionary.Remove($"key {i}");
            }
        }

        long unmanaged = dictionary.GetTotalBytesUnmanaged();
        long managed = dictionary.GetTotalBytesManaged();
        long given = dictionary.Trim();

        Assert.Equal(unmanaged - given, dictionary.GetTotalBytesUnmanaged());
        Assert.InRange(dictionary.GetTotalBytesUnmanaged(), 1, unmanaged / 20);
        Assert.InRange(dictionary.GetTotalBytesManaged(), 1, managed / 20);
        Assert.All(Enumerable.Range(0, 1_000), i => Assert.Equal("value", dictionary[$"key {i * 200}"]));
        Assert.Equal(0, dictionary.Trim());
    }

    [Fact]
    public void A_cleared_dictionary_keeps_its_memory_for_the_next_keys()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions(), _pages);
        for (int round = 0; round < 5; round++)
        {
            for (int i = 0; i < 50_000; i++)
            {
                dictionary.Add($"key {i} of round {round}", i);
            }

            dictionary.Clear();
            _pages.Fails = static _ => true;
        }

        Assert.Equal(0, dictionary.Count);
        Assert.InRange(dictionary.GetTotalBytesUnmanaged(), 1 << 20, 8 << 20);
    }

    [Fact]
    public void Memory_is_accounted_for_and_given_back()
    {
        var dictionary = new PooledStringDictionary<long>(new PooledStringDictionaryOptions { ReservedAddressBytes = 1 << 20 }, _pages);
        for (int i = 0; i < 100_000; i++)
        {
            dictionary.Add($"key {i}", i);
        }

        PooledStringDictionaryStatistics statistics = dictionary.GetStatistics();
        Assert.Equal(Enumerable.Range(0, 100_000).Sum(static i => $"key {i}".Length), statistics.TextBytes);
        Assert.InRange(statistics.Overhead, 0.5, 0.9);
        Assert.InRange(statistics.TableBytes, 100_000 * 64 / 12, 100_000 * 64 / 3);
        Assert.InRange(_pages.Reservations, 2, int.MaxValue);
        dictionary.Dispose();

        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void A_forgotten_dictionary_gives_its_memory_back()
    {
        MakeAndForget();

        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.Equal(0, _pages.Reservations);
    }

    [Fact]
    public void Keys_of_more_than_16_MiB_are_keys_like_others()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions(), _pages);
        string narrow = new('x', 17 << 20);
        string wide = new('é', 17 << 20);

        dictionary.Add(narrow, 1);
        dictionary.Add(wide, 2);
        Assert.False(dictionary.TryAdd(narrow, 3));
        Assert.Equal(3, dictionary[narrow] + dictionary[wide]);
        Assert.Equal(2, dictionary.GetStatistics().LongKeys);
        Assert.True(dictionary.Remove(wide) && !dictionary.ContainsKey(wide) && dictionary.ContainsKey(narrow));
        dictionary.Trim();

        Assert.Equal(1, dictionary[narrow]);
        Assert.InRange(dictionary.GetTotalBytesUnmanaged(), narrow.Length, narrow.Length + (256 << 10));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeAndForget() =>
        new PooledStringDictionary<int>(new PooledStringDictionaryOptions { ReservedAddressBytes = 1 << 20 }, _pages).Add("key", 1);
}
