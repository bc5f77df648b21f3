using System.Globalization;
using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>Memory freed by keys is reused for lists, and memory freed by lists for keys and other lists.</summary>
public sealed class PooledStringPostingsMemoryTests
{
    private const int Many = 1_000;

    [Fact]
    public void After_Trim_memory_of_keys_goes_to_lists()
    {
        using var index = new PooledStringPostings(new() { MaximumBytes = 256 << 10 });
        Fill(index, numbers: 1);
        string advice = Assert.Throws<OutOfMemoryException>(() => index.Add(Key(index.Count), 1)).Message;
        Assert.Contains("the index's MaximumBytes of 262144", advice, StringComparison.Ordinal);
        Assert.Contains("remove keys, call Trim", advice, StringComparison.Ordinal);
        for (int i = index.Count - 1; i >= 0; i--)
        {
            Assert.Equal(1, index.RemoveKey(Key(i)));
        }

        advice = Assert.Throws<OutOfMemoryException>(() => AddMany(index)).Message;
        Assert.Contains("remove keys and call Trim", advice, StringComparison.Ordinal);
        long before = index.BytesReserved;
        long trimmed = index.Trim();

        Assert.Equal(before - index.BytesReserved, trimmed);
        Assert.InRange(trimmed, 1 << 16, before);
        AddMany(index);
        Assert.Equal(0, index.Trim());
        Assert.Equal(Enumerable.Range(0, Many), index.GetNumbers("many").ToArray());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Memory_of_short_lists_goes_to_long_ones_and_to_keys(bool clears)
    {
        using var index = new PooledStringPostings(new() { MaximumBytes = 1 << 20, ClearOnFree = clears });
        Fill(index, numbers: 7);
        index.Clear();
        AddMany(index);
        index.Clear();
        long keys = Fill(index, numbers: 1);
        index.Clear();
        index.Trim();
        Assert.InRange(index.BytesReserved, 0, 3 << 16);
        Fill(index, numbers: 7);
        for (int i = index.Count - 1; i >= 0; i--)
        {
            Assert.InRange(index.RemoveKey(Key(i)), 1, 7);
        }

        Assert.InRange(Fill(index, numbers: 1), keys / 2, 2 * keys);
    }

    [Fact]
    public void Memory_of_some_short_lists_is_merged_when_it_is_needed()
    {
        using var index = new PooledStringPostings(new() { MaximumBytes = 1 << 20 });
        Fill(index, numbers: 7);
        int keys = index.Count;
        for (int i = 8; i < keys; i++)
        {
            index.RemoveKey(Key(i));
        }

        AddMany(index);

        Assert.Equal(Enumerable.Range(0, Many), index.GetNumbers("many").ToArray());
        Assert.All(Enumerable.Range(0, 8), i => Assert.Equal(Enumerable.Range(0, 7), index.GetNumbers(Key(i)).ToArray()));
    }

    [Fact]
    public void The_last_list_that_goes_gives_memory_back()
    {
        using var index = new PooledStringPostings();
        for (int i = 0; i < 20_000; i++)
        {
            index.Add(Key(i), 1);
        }

        long before = index.BytesReserved;
        for (int i = 0; i < 20_000; i++)
        {
            index.Add(Key(i), 2);
        }

        Assert.InRange(index.BytesReserved, before + (4 << 16), long.MaxValue);
        for (int i = 0; i < 20_000; i++)
        {
            Assert.True(index.Remove(Key(i), 1));
        }

        Assert.Equal(before + (1 << 16), index.BytesReserved);
        Assert.Equal([2], index.GetNumbers(Key(7)).ToArray());
    }

    [Fact]
    public void A_space_for_lists_that_fails_leaves_no_memory_of_keys()
    {
        var options = new PooledStringDictionaryOptions { ReservedAddressBytes = 1 << 20 };
        var pages = new FailingPageSource();
        new PooledStringPostings(options, pages).Dispose();
        int last = pages.Requests - 1;
        pages = new FailingPageSource { Fails = number => number == last ? throw new InvalidOperationException() : false };

        Assert.Throws<InvalidOperationException>(() => new PooledStringPostings(options, pages));
        Assert.Equal(0, pages.Reservations);
    }

    private static string Key(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static void AddMany(PooledStringPostings index)
    {
        for (int i = 0; i < Many; i++)
        {
            index.Add("many", i);
        }
    }

    private static long Fill(PooledStringPostings index, int numbers)
    {
        for (int key = 0; ; key++)
        {
            for (int number = 0; number < numbers; number++)
            {
                if (!index.TryAdd(Key(key), number, out bool exists) && !exists)
                {
                    return index.NumberCount;
                }
            }
        }
    }
}
