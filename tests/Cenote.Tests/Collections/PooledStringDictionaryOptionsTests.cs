using Cenote.Collections;
using Cenote.Tests.Support;

namespace Cenote.Tests.Collections;

public sealed class PooledStringDictionaryOptionsTests
{
    public static TheoryData<string, PooledStringDictionaryOptions> Wrong => new()
    {
        { "Capacity", new() { Capacity = -1 } },
        { "MaximumBytes", new() { MaximumBytes = 0 } },
        { "KeyEncoding", new() { KeyEncoding = (KeyEncoding)9 } },
    };

    [Theory]
    [MemberData(nameof(Wrong))]
    public void An_option_out_of_range_is_refused_by_name(string name, PooledStringDictionaryOptions options)
    {
        Refused.Option(name, () => new PooledStringDictionary<int>(options));
        Refused.Option(name, () => new PooledStringSet(options));
        Refused.Option(name, () => new ConcurrentPooledStringDictionary<int>(options));
    }

    [Fact]
    public void A_capacity_makes_room_for_so_many_keys_at_once()
    {
        using var dictionary = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { Capacity = 100_000 });
        long buckets = dictionary.GetStatistics().Buckets;

        for (int i = 0; i < 100_000; i++)
        {
            dictionary.Add($"key {i}", i);
        }

        Assert.Equal(buckets, dictionary.GetStatistics().Buckets);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Messages_name_keys_only_if_they_are_no_secrets(bool clears)
    {
        var options = new PooledStringDictionaryOptions { ClearOnFree = clears };
        using var dictionary = new PooledStringDictionary<int>(options);
        using var concurrent = new ConcurrentPooledStringDictionary<int>(options);
        dictionary.Add("a secret", 1);

        string[] messages =
        [
            Assert.Throws<ArgumentException>("key", () => dictionary.Add("a secret", 2)).Message,
            Assert.Throws<KeyNotFoundException>(() => dictionary["a secret of more"]).Message,
            Assert.Throws<KeyNotFoundException>(() => concurrent["a secret of more"]).Message,
        ];

        Assert.All(messages, message => Assert.Equal(!clears, message.Contains("secret", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(1_000_000)]
    [InlineData(8_000_000)]
    public void Huge_pages_are_requested_for_tables_of_more_than_64_MiB(int capacity)
    {
        bool huge = capacity > 5_000_000;
        var options = new PooledStringDictionaryOptions { Capacity = capacity };
        var pages = new FailingPageSource();
        new PooledStringDictionary<int>(options, pages).Dispose();
        Assert.Equal(huge, pages.HugeRanges.Count > 0);

        pages = new FailingPageSource();
        new ConcurrentPooledStringDictionary<int>(options, 1, pages).Dispose();
        Assert.Equal(huge, pages.HugeRanges.Count > 0);
    }

    [Fact]
    public void A_dictionary_for_a_few_keys_takes_two_granules() => Assert.Equal(128 << 10, BytesOfAFewKeys());

    private static long BytesOfAFewKeys()
    {
        using var dictionary = new PooledStringDictionary<int> { ["one"] = 1, ["two"] = 2 };
        return dictionary.BytesReserved;
    }
}
