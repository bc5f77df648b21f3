using System.Runtime.CompilerServices;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Collections;

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

        long unmanaged = dictionary.BytesReserved;
        long managed = dictionary.ManagedBytes;
        long given = dictionary.Trim();

        Assert.Equal(unmanaged - given, dictionary.BytesReserved);
        Assert.InRange(dictionary.BytesReserved, 1, unmanaged / 20);
        Assert.InRange(dictionary.ManagedBytes, 1, managed / 20);
        Assert.All(Enumerable.Range(0, 1_000), i => Assert.Equal("value", dictionary[$"key {i * 200}"]));
        Assert.Equal(0, dictionary.Trim());
    }

    [Fact]
    public void A_cleared_dictionary_keeps_no_managed_values()
    {
        using var dictionary = new PooledStringDictionary<string>();
        for (int i = 0; i < 20_000; i++)
        {
            dictionary.Add($"key {i}", "value");
        }

        long before = dictionary.ManagedBytes;
        dictionary.Clear();

        Assert.InRange(dictionary.ManagedBytes, 1, before - (20_000 * (nint.Size + sizeof(int))));
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

        Assert.True(dictionary.IsEmpty);
        Assert.InRange(dictionary.BytesReserved, 1 << 20, 8 << 20);
    }

    [Fact]
    public void Memory_is_accounted_for_and_given_back()
    {
        var dictionary = new PooledStringDictionary<long>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 1 << 20 }, _pages);
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

    // The next owner of this memory relies on zeros.
    [Fact]
    public void The_memory_of_a_disposed_dictionary_is_zeros_to_whoever_gets_it_next()
    {
        for (int round = 0; round < 20; round++)
        {
            var dictionary = new PooledStringDictionary<long> { [new string('x', 200_000)] = -1 };
            for (int i = 0; i < 10_000; i++)
            {
                dictionary.Add($"key {i}", -1);
            }

            dictionary.Dispose();
            using var next = new AddressSpace(PageSource.System, AddressSpace.MaximumReservation, long.MaxValue);
            Assert.True(next.TryLend(32, indexed: true, out PageRun run));
            Assert.Equal(-1, AllBytes(run).IndexOfAnyExcept((byte)0));
        }
    }

    [Fact]
    public void References_are_in_one_place_only_after_a_trim()
    {
        using var dictionary = new PooledStringDictionary<object>();
        WeakReference[] values = FillAndTrim(dictionary);

        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.All(values, static value => Assert.False(value.IsAlive));
        GC.KeepAlive(dictionary);
    }

    // Memory beyond the reservation is found through a table. The same keys take at most 3 % more memory there.
    [Theory]
    [InlineData(KeyEncoding.Compact)]
    [InlineData(KeyEncoding.Utf16)]
    public void The_same_keys_take_the_same_memory_however_little_is_reserved(KeyEncoding encoding)
    {
        long expected = Bytes(encoding, new PooledStringDictionaryOptions().ReservedAddressBytes);

        Assert.InRange(Bytes(encoding, 0), 1, expected * 103 / 100);
        Assert.InRange(Bytes(encoding, 1 << 20), 1, expected * 103 / 100);
    }

    [Fact]
    public void A_forgotten_dictionary_gives_its_memory_back()
    {
        MakeAndForget();

        // The first collection finalizes the dictionary; the next one shows that the dictionary did not become reachable again.
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

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
        Assert.InRange(dictionary.BytesReserved, narrow.Length, narrow.Length + (256 << 10));
    }

    // Returns BytesReserved, which the committed memory exceeds by less than one growth step.
    private static long Bytes(KeyEncoding encoding, long reservedAddressBytes)
    {
        var options = new PooledStringDictionaryOptions { KeyEncoding = encoding, ReservedAddressBytes = reservedAddressBytes };
        using var dictionary = new PooledStringDictionary<long>(options);
        using var set = new PooledStringSet(options);
        for (int i = 0; i < 100_000; i++)
        {
            dictionary.Add($"a key of thirty-four chars, {i:d6}", i);
            set.Add($"{i} {new string('x', i % 60)}");
        }

        // Replacing the keys takes no more memory.
        long bytes = dictionary.BytesReserved + set.BytesReserved;
        for (int i = 0; i < 100_000; i++)
        {
            Assert.True(dictionary.Remove($"a key of thirty-four chars, {i:d6}"));
            dictionary.Add($"a key of thirty-four chars, {i + 100_000:d6}", i);
        }

        Assert.Equal(bytes, dictionary.BytesReserved + set.BytesReserved);
        return bytes;
    }

    private static unsafe Span<byte> AllBytes(PageRun run) => new(run.Address, (int)run.Bytes);

    // The trim moves the later half to the front. Values left at their old places would belong to no key and never be released.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] FillAndTrim(PooledStringDictionary<object> dictionary)
    {
        var values = new WeakReference[1_000];
        for (int i = 0; i < values.Length; i++)
        {
            object value = new();
            values[i] = new WeakReference(value);
            dictionary.Add($"key {i}", value);
        }

        for (int i = 0; i < 500; i++)
        {
            Assert.True(dictionary.Remove($"key {i}"));
        }

        dictionary.Trim();
        for (int i = 500; i < values.Length; i++)
        {
            Assert.True(dictionary.Remove($"key {i}"));
        }

        return values;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeAndForget() =>
        new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 1 << 20 }, _pages).Add("key", 1);
}
