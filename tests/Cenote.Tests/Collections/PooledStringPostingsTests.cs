using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class PooledStringPostingsTests
{
    [Fact]
    public void Numbers_are_sorted_and_come_once()
    {
        using var index = new PooledStringPostings();

        Assert.True(index.Add("key", 3) && index.Add("key", int.MinValue) && index.Add("key", int.MaxValue) && index.Add("", 3));
        Assert.False(index.Add("key", 3) || index.TryAdd("key", 3, out bool exists) || !exists);

        Assert.Equal([int.MinValue, 3, int.MaxValue], index.GetNumbers("key").ToArray());
        Assert.Equal([3], index.GetNumbers(""u8).ToArray());
        Assert.True(index.GetNumbers("other").IsEmpty);
        Assert.Equal((2, 4), (index.Count, index.NumberCount));
    }

    [Fact]
    public void A_key_goes_with_its_last_number()
    {
        using var index = new PooledStringPostings();
        index.Add("key", 1);
        index.Add("key", 2);

        Assert.False(index.Remove("key", 3) || index.Remove("other", 1));
        Assert.True(index.Remove("key", 1) && !index.IsEmpty && !index.Remove("key", 1) && index.Remove("key", 2));
        Assert.True(index.IsEmpty && index.NumberCount == 0);
        Assert.Equal(0, index.RemoveKey("key"));
    }

    [Fact]
    public void Without_regard_to_case_there_is_one_list()
    {
        using var index = new PooledStringPostings(new() { IgnoreCase = true });
        index.Add("Key", 1);
        index.Add("kEY"u8, 2);

        Assert.Equal([1, 2], index.GetNumbers("KEY").ToArray());
    }

    [Fact]
    public void A_long_list_gives_memory_back_when_it_shrinks()
    {
        using var index = new PooledStringPostings();
        const int Many = 200_000;
        long before = index.BytesReserved;
        for (int i = 0; i < Many; i++)
        {
            index.Add("key", i);
        }

        Assert.InRange(index.BytesReserved - before, Many * sizeof(int), (Many * sizeof(int) * 5 / 4) + (3 << 16));
        for (int i = Many - 1; i > 0; i--)
        {
            index.Remove("key", i);
        }

        Assert.InRange(index.BytesReserved - before, 0, 2 << 16);
        Assert.Equal([0], index.GetNumbers("key").ToArray());
    }

    [Fact]
    public void Freed_lists_are_used_again()
    {
        using var index = new PooledStringPostings();
        for (int key = 0; key < 2_000; key++)
        {
            AddTen(index, key);
        }

        long before = index.BytesReserved;
        for (int key = 2_000; key < 20_000; key++)
        {
            Assert.Equal(10, index.RemoveKey($"key {key - 2_000:d5}"));
            AddTen(index, key);
        }

        Assert.Equal(before, index.BytesReserved);

        static void AddTen(PooledStringPostings index, int key)
        {
            for (int i = 0; i < 10; i++)
            {
                index.Add($"key {key:d5}", i);
            }
        }
    }

    [Fact]
    public void At_the_limit_a_number_is_refused_and_the_rest_stays()
    {
        using var index = new PooledStringPostings(new() { MaximumBytes = 320 << 10 });
        int added = 0;
        while (index.TryAdd("key", added, out bool exists))
        {
            Assert.False(exists);
            added++;
        }

        OutOfMemoryException number = Assert.Throws<OutOfMemoryException>(() => index.Add("key", added));
        OutOfMemoryException key = Assert.Throws<OutOfMemoryException>(() => index.Add(new string('é', 100_000), 1));

        Assert.Contains("MaximumBytes of 327680", number.Message, StringComparison.Ordinal);
        Assert.Contains("100000 chars", key.Message, StringComparison.Ordinal);
        Assert.Equal(Enumerable.Range(0, added), index.GetNumbers("key").ToArray());
        Assert.InRange(index.BytesReserved, 1, 320 << 10);
        Assert.Equal(added, index.RemoveKey("key"));
        Assert.True(index.Add("other", 1) && index.Add("other", 2));
    }

    [Fact]
    public void A_refusal_by_the_system_says_so()
    {
        var pages = new FailingPageSource();
        using var index = new PooledStringPostings(new() { ReservedAddressBytes = 0 }, pages);
        index.Add("key", 1);
        pages.Fails = static _ => true;

        OutOfMemoryException refused = Assert.Throws<OutOfMemoryException>(() => index.Add("key", 2));

        Assert.Contains("operating system refused the memory for another number", refused.Message, StringComparison.Ordinal);
        Assert.Equal([1], index.GetNumbers("key").ToArray());
    }

    [Fact]
    public void A_list_longer_than_any_span_is_refused_before_memory_is_asked_for()
    {
        using var space = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue);
        var heap = new PostingHeap(space, clears: false);

        Assert.False(heap.TryAllocate(1L + int.MaxValue, out _) || heap.TryAllocate(long.MaxValue, out _));
        Assert.Equal(0, space.BytesLent);
    }

    [Fact]
    public void Wrong_options_are_named()
    {
        Assert.Contains(
            "Capacity is -1",
            Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStringPostings(new() { Capacity = -1 })).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "MaximumBytes of 1",
            Assert.Throws<OutOfMemoryException>(() => new PooledStringPostings(new() { MaximumBytes = 1 })).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void An_enumeration_notices_changes()
    {
        using var index = new PooledStringPostings();
        index.Add("one", 1);
        index.Add("two", 2);

        Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (var entry in index)
            {
                index.Add($"{entry.Key} more", 1);
            }
        });
        Assert.Throws<InvalidOperationException>(() =>
        {
            foreach (var entry in index)
            {
                index.RemoveKey(entry.Key);
                _ = entry.Numbers.Length;
            }
        });
        Assert.Throws<InvalidOperationException>(() => default(PooledStringPostings.Enumerator).Current.Key.Length);
        Assert.Throws<InvalidOperationException>(() => default(PooledStringPostings.Entry).Numbers.Length);
    }

    [Fact]
    public void A_disposed_index_throws()
    {
        var index = new PooledStringPostings();
        index.Add("key", 1);
        index.Add("key", 2);
        index.Dispose();
        index.Dispose();

        Assert.True(index.IsDisposed && index.IsEmpty && index.NumberCount == 0 && index.BytesReserved == 0);
        Action[] uses =
        [
            () => index.GetNumbers("key"),
            () => index.GetNumbers("key"u8),
            () => index.Contains("key", 1),
            () => index.Contains("key"u8, 1),
            () => index.Add("key", 1),
            () => index.Add("key"u8, 1),
            () => index.TryAdd("key", 1, out _),
            () => index.TryAdd("key"u8, 1, out _),
            () => index.Remove("key", 1),
            () => index.Remove("key"u8, 1),
            () => index.RemoveKey("key"),
            () => index.RemoveKey("key"u8),
            index.Clear,
            () => index.Trim(),
            () => index.GetEnumerator(),
        ];
        Assert.All(uses, static use => Assert.Equal(
            nameof(PooledStringPostings), Assert.Throws<ObjectDisposedException>(use).ObjectName));
    }

    [Fact]
    public void A_debugger_shows_keys_and_numbers()
    {
        using var index = new PooledStringPostings();
        index.Add("key", 2);
        index.Add("key", 1);

        Assert.Equal("Count = 1, NumberCount = 2", DebuggerEyes.DisplayOf(index));
        KeyValuePair<string, int[]> item = Assert.Single((KeyValuePair<string, int[]>[])new ItemsDebugView(index).Items);
        Assert.Equal("key", item.Key);
        Assert.Equal([1, 2], item.Value);
        index.Dispose();
        Assert.Empty(new ItemsDebugView(index).Items);
    }
}
