using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

/// <summary>All parts share one limit, and a rejected call changes nothing.</summary>
public sealed class ConcurrentPooledStringDictionaryLimitTests
{
    private const int Limit = 1 << 20;

    public static TheoryData<long> Reservations => [0, 256 << 10, 64 << 20];

    [Theory]
    [MemberData(nameof(Reservations))]
    public void At_the_limit_an_attempt_is_refused_and_the_plain_forms_name_the_whole_limit(long reservedAddressBytes)
    {
        using ConcurrentPooledStringDictionary<int> dictionary = Limited(reservedAddressBytes);
        int added = 0;
        bool exists = false;
        while (added < 1_000_000 && dictionary.TryAdd($"key{added}", added, out exists))
        {
            added++;
        }

        Assert.False(exists);
        string refused = $"key{added}";
        KeyValuePair<string, int>[] before = Sorted(dictionary);
        Assert.False(dictionary.TryAdd(refused, 1));
        Assert.False(dictionary.TryAdd(System.Text.Encoding.UTF8.GetBytes(refused), 1, out exists) || exists);
        Assert.False(dictionary.TryAdd("key0", 1, out exists));
        Assert.True(exists);
        Action[] plain =
        [
            () => dictionary[refused] = 1,
            () => dictionary.Set(refused, 1, out _),
            () => dictionary.GetOrAdd(refused, 1),
            () => dictionary.GetOrAdd(refused, static key => key.Length),
            () => dictionary.AddOrUpdate(refused, 1, static value => value),
            () => dictionary.AddOrUpdate(refused, static (_, _) => 1, static (_, value, _) => value, 0),
        ];
        Assert.All(plain, action => Assert.Contains(
            $"A key of {refused.Length} chars does not fit within the collection's MaximumBytes of {Limit}.",
            Assert.Throws<OutOfMemoryException>(action).Message,
            StringComparison.Ordinal));

        // Existing keys need no memory.
        Assert.True(dictionary.TryExchange("key1", -1, out int old) && dictionary.TryUpdate("key1", old, -1));
        Assert.True(dictionary.Set("key1", old, out old));
        Assert.InRange(added, 20_000, 60_000);
        Assert.InRange(dictionary.BytesReserved, Limit - (4 * AddressSpace.GranuleBytes), Limit);
        Assert.Equal(before, Sorted(dictionary));
        dictionary.Clear();
        Assert.True(dictionary.TryAdd(refused, added));
    }

    [Fact]
    public void A_key_may_take_more_than_a_part_of_the_limit()
    {
        using ConcurrentPooledStringDictionary<int> dictionary = Limited(64 << 20);
        string key = new('x', Limit / 2);

        Assert.True(dictionary.TryAdd(key, 1));
        Assert.False(dictionary.TryAdd(new string('y', Limit / 2), 1));
        Assert.True(dictionary.TryRemove(key, out _));
        Assert.True(dictionary.TryAdd(new string('y', Limit / 2), 1));
    }

    [Fact]
    public void However_much_one_part_takes_the_others_have_room_for_their_first_keys()
    {
        using ConcurrentPooledStringDictionary<int> dictionary = Limited(64 << 20);
        string all = new('x', (9 * (int)AddressSpace.GranuleBytes) - 100);
        Assert.True(dictionary.TryAdd(all, 1));
        Assert.False(dictionary.TryAdd(new string('y', 2 * (int)AddressSpace.GranuleBytes), 1));
        string[] keys = [.. Enumerable.Range(0, 100).Select(static i => $"key{i}")];

        // About three quarters of the keys are accepted: the keys of the parts that have memory.
        Assert.InRange(keys.Count(key => dictionary.TryAdd(key, 1)), 40, 99);
        Assert.InRange(dictionary.BytesReserved, 1, Limit);
        Assert.True(dictionary.TryRemove(all, out _));
        Assert.All(keys, key => Assert.Equal(1, dictionary.GetOrAdd(key, 1)));
    }

    [Fact]
    public void What_a_part_has_goes_to_others_after_a_trim()
    {
        using ConcurrentPooledStringDictionary<int> dictionary = Limited(64 << 20);
        for (int i = 0; dictionary.TryAdd($"key{i}", i); i++)
        {
        }

        string key = new('x', Limit / 2);
        dictionary.Clear();
        Assert.False(dictionary.TryAdd(key, 1));
        dictionary.Trim();
        Assert.True(dictionary.TryAdd(key, 1));
    }

    [Fact]
    public void A_disposed_dictionary_and_one_that_could_not_be_made_are_within_their_limit()
    {
        for (int failing = 0; failing < 30; failing++)
        {
            int request = failing;
            var pages = new FailingPageSource { Fails = number => number == request };
            try
            {
                using var dictionary = new ConcurrentPooledStringDictionary<int>(
                    new PooledStringDictionaryOptions { MaximumBytes = Limit, ReservedAddressBytes = 0 }, 4, pages);
                for (int i = 0; dictionary.TryAdd($"key{i}", i); i++)
                {
                }

                // A failed request is not charged to the limit.
                for (int i = 0; i < 1_000_000; i++)
                {
                    dictionary.TryAdd($"key{i}", i);
                    if (dictionary.BytesReserved == Limit)
                    {
                        break;
                    }
                }

                Assert.Equal(Limit, dictionary.BytesReserved);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
            }
        }
    }

    private static ConcurrentPooledStringDictionary<int> Limited(long reservedAddressBytes)
    {
        var options = new PooledStringDictionaryOptions { MaximumBytes = Limit, ReservedAddressBytes = reservedAddressBytes };
        return new ConcurrentPooledStringDictionary<int>(options, 64, PageSource.System);
    }

    private static KeyValuePair<string, int>[] Sorted(ConcurrentPooledStringDictionary<int> dictionary) =>
        [.. dictionary.ToArray().OrderBy(static entry => entry.Key, StringComparer.Ordinal)];
}
