using System.Globalization;
using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Collections;

/// <summary>The operating system refuses one, some or all further requests: calls that fail change nothing.</summary>
public sealed class PooledStringDictionaryFaultTests(ITestOutputHelper output)
{
    private const int Steps = 5_000;

    public static TheoryData<long> Reservations => [0, 256 << 10, 64 << 20];

    [Theory]
    [MemberData(nameof(Reservations))]
    public void A_request_that_fails_leaves_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request == failing);

    [LongTheory]
    [MemberData(nameof(Reservations))]
    public void Requests_that_fail_from_some_point_on_leave_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing => request => request >= failing);

    [Theory]
    [MemberData(nameof(Reservations))]
    public void Requests_that_fail_now_and_then_leave_a_dictionary_that_works(long reservedAddressBytes) =>
        Run(reservedAddressBytes, static failing =>
        {
            var random = new Random(failing);
            return _ => random.Next(3) == 0;
        });

    [Fact]
    public void A_refusal_tells_who_refused_and_what_to_do()
    {
        var pages = new FailingPageSource();
        using var dictionary = new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 0 }, pages);
        using var limited = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = 128 << 10 });
        pages.Fails = static _ => true;

        OutOfMemoryException refused = Assert.Throws<OutOfMemoryException>(() => dictionary.Add("12345", 1));
        OutOfMemoryException full = Assert.Throws<OutOfMemoryException>(() => limited.Add(new string('é', 40_000), 1));

        Assert.Contains("operating system refused the memory for a key of 5 chars", refused.Message, StringComparison.Ordinal);
        Assert.Contains(
            "40000 chars does not fit within the collection's MaximumBytes of 131072", full.Message, StringComparison.Ordinal);
        Assert.Equal(0, dictionary.Count + limited.Count);
    }

    [Fact]
    public void Trying_to_add_a_key_throws_at_no_limit_and_tells_whether_it_is_there()
    {
        var pages = new FailingPageSource();
        using var refused = new PooledStringDictionary<int>(
            new PooledStringDictionaryOptions { ReservedAddressBytes = 0 }, pages);
        using var full = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = 128 << 10 });
        using var set = new PooledStringSet(new PooledStringDictionaryOptions { MaximumBytes = 128 << 10 });
        string tooMuch = new('é', 40_000);
        pages.Fails = static _ => true;
        full.Add("key", 1);
        set.Add("key");

        Assert.False(refused.TryAdd("key", 1) || refused.TryAdd("key", 1, out bool exists) || exists);
        Assert.False(full.TryAdd(tooMuch, 2) || full.TryAdd(tooMuch, 2, out exists) || exists);
        Assert.False(full.TryAdd(new byte[100_000], 2) || full.TryAdd(new byte[100_000], 2, out exists) || exists);
        Assert.False(full.TryAdd("key", 2, out exists));
        Assert.True(exists && full["key"] == 1);
        Assert.False(set.TryAdd(tooMuch, out exists) || exists || set.TryAdd(new byte[100_000], out exists) || exists);
        Assert.False(set.TryAdd("key", out exists));
        Assert.True(exists);
        Assert.True(set.TryAdd("another", out exists) && !exists && set.TryAdd("one more"u8, out exists) && !exists);
        Action[] uses =
        [
            () => full.Add(tooMuch, 2),
            () => full[tooMuch] = 2,
            () => full[new byte[100_000]] = 2,
            () => full.GetValueRefOrAddDefault(tooMuch, out _) = 2,
            () => full.AddMany([tooMuch], [2]),
            () => set.Add(tooMuch),
            () => set.Add(new byte[100_000]),
            () => set.AddMany([tooMuch]),
        ];
        Assert.All(
            uses,
            static use => Assert.Contains("131072", Assert.Throws<OutOfMemoryException>(use).Message, StringComparison.Ordinal));
        Assert.Equal((0, 1, 3), (refused.Count, full.Count, set.Count));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100_000)]
    public void A_dictionary_that_cannot_be_made_leaves_nothing_behind(int capacity)
    {
        for (int failing = 0; failing < 4; failing++)
        {
            int request = failing;
            var pages = new FailingPageSource { Fails = number => number >= request };
            try
            {
                new PooledStringDictionary<int>(
                    new PooledStringDictionaryOptions { Capacity = capacity, ReservedAddressBytes = 1 << 20 }, pages).Dispose();
            }
            catch (OutOfMemoryException refusal)
            {
                Assert.Contains($"a table for {capacity} keys", refusal.Message, StringComparison.Ordinal);
            }

            Assert.Equal(0, pages.Reservations);
        }

        OutOfMemoryException limit = Assert.Throws<OutOfMemoryException>(
            () => new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = 1 }));
        Assert.Contains("MaximumBytes of 1", limit.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 128 << 10)]
    [InlineData(4_000, 128 << 10)]
    [InlineData(6_000, 192 << 10)]
    [InlineData(1_000_000, (128 + 2) << 16)]
    public void A_limit_below_the_table_names_the_least_that_works(int capacity, long least)
    {
        PooledStringDictionaryOptions Limited(long bytes) => new() { Capacity = capacity, MaximumBytes = bytes };
        string named = $"needs at least {least} bytes";

        OutOfMemoryException refusal = Assert.Throws<OutOfMemoryException>(() => new PooledStringDictionary<int>(Limited(1)));
        Assert.Contains(named, refusal.Message, StringComparison.Ordinal);
        using var dictionary = new PooledStringDictionary<int>(Limited(least));
        Assert.True(dictionary.TryAdd("key", 1));
        using var grown = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MaximumBytes = 64 << 10 });
        if (least > 128 << 10)
        {
            refusal = Assert.Throws<OutOfMemoryException>(() => grown.EnsureCapacity(capacity));
            Assert.Contains(named, refusal.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 64)]
    [InlineData(100_000, 1)]
    [InlineData(100_000, 64)]
    [InlineData(10_000_000, 8)]
    public void A_limit_below_the_tables_of_all_parts_names_the_least_that_works(int capacity, int concurrencyLevel)
    {
        PooledStringDictionaryOptions Limited(long bytes) => new() { Capacity = capacity, MaximumBytes = bytes };

        string message = Assert.Throws<OutOfMemoryException>(
            () => new ConcurrentPooledStringDictionary<int>(Limited(1), concurrencyLevel)).Message;
        long least = long.Parse(message.Split("at least ")[1].Split(' ')[0], CultureInfo.InvariantCulture);

        using var dictionary = new ConcurrentPooledStringDictionary<int>(Limited(least), concurrencyLevel);
        Assert.True(dictionary.TryAdd("key", 1));
        if (capacity > 0)
        {
            Assert.Throws<OutOfMemoryException>(
                () => new ConcurrentPooledStringDictionary<int>(Limited(least / 4), concurrencyLevel));
        }
    }

    [Fact]
    public void A_table_that_is_larger_than_the_machine_is_refused_before_any_of_it_is_taken()
    {
        var pages = new FailingPageSource { MachineBytes = 1 << 30 };
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions(), pages);
        dictionary["key"] = 1;
        long before = dictionary.BytesReserved;
        int requests = pages.Requests;
        var options = new PooledStringDictionaryOptions { Capacity = int.MaxValue, ReservedAddressBytes = 1 << 20 };
        Func<object>[] refused =
        [
            () => new PooledStringDictionary<int>(options, pages),
            () => new ConcurrentPooledStringDictionary<int>(options, 4, pages),
            () => new StringTable(new StringTableOptions { Capacity = int.MaxValue }, pages),
            () => dictionary.EnsureCapacity(int.MaxValue),
        ];

        Assert.All(refused, static action =>
        {
            string message = Assert.Throws<OutOfMemoryException>(action).Message;
            Assert.Contains("more than is left for Cenote in this process", message, StringComparison.Ordinal);
        });
        Assert.InRange(pages.Requests - requests, 0, 2);
        Assert.Equal(before, dictionary.BytesReserved);
        Assert.Equal(1, dictionary["key"]);
    }

    [Fact]
    public void A_table_beyond_the_limit_is_refused_before_any_of_it_is_taken()
    {
        var pages = new FailingPageSource();
        var options = new PooledStringDictionaryOptions
        {
            Capacity = int.MaxValue,
            MaximumBytes = 1 << 30,
            ReservedAddressBytes = 1 << 20,
        };

        Assert.Throws<OutOfMemoryException>(() => new PooledStringDictionary<int>(options, pages));
        Assert.Throws<OutOfMemoryException>(() => new ConcurrentPooledStringDictionary<int>(options, 4, pages));

        Assert.InRange(pages.Requests, 0, 2);
        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void What_the_machine_has_is_known()
    {
        Assert.True(PageSource.System.HasMemory(64 << 20));
        Assert.False(PageSource.System.HasMemory(1UL << 50));
    }

    // Repeats the same operations, each time with other failing requests.
    private void Run(long reservedAddressBytes, Func<int, Func<int, bool>> failures)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var options = new PooledStringDictionaryOptions { ReservedAddressBytes = reservedAddressBytes };
        int failed = 0;
        int requests = 1;
        for (int failing = 0; failing < Math.Min(requests, RunSettings.Length(400)); failing++)
        {
            var pages = new FailingPageSource { Fails = failures(failing) };
            PooledStringDictionary<string?> dictionary;
            try
            {
                dictionary = new PooledStringDictionary<string?>(options, pages);
            }
            catch (OutOfMemoryException)
            {
                Assert.Equal(0, pages.Reservations);
                requests = Math.Max(requests, failing + 2);
                failed += pages.Failures;
                continue;
            }

            new KeyedModel<string?>(dictionary, TestedValues.Text, seed, memoryIsShort: true) { Universe = 20_000 }.Run(Steps);
            requests = Math.Max(requests, pages.Requests);
            failed += pages.Failures;
            Assert.Equal(0, pages.Reservations);
        }

        output.WriteLine($"{requests} requests, {failed} failures");
        Assert.InRange(failed, 1, int.MaxValue);
    }
}
