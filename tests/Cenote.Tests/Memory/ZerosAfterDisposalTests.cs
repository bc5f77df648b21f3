using Cenote.Collections;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

/// <summary>Owners that rely on zeros reuse memory of disposed owners only if it is zeroed.</summary>
public sealed unsafe class ZerosAfterDisposalTests
{
    private readonly RangeCache _keeper = new(new ManualClock(), static () => 0);
    private readonly FailingPageSource _pages;

    public ZerosAfterDisposalTests() => _pages = new FailingPageSource { Cache = _keeper };

    public static TheoryData<string> Kinds => [.. Owners.Kinds];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_next_owner_finds_zeros(string kind)
    {
        (IDisposable owner, Action use) = Owners.Make(kind, _pages);
        use();
        owner.Dispose();

        foreach (long reserved in (long[])[AddressSpace.MaximumReservation, AddressSpace.MaximumSharedReservation])
        {
            AddressRange? range = _keeper.TryRent(_pages, (nuint)reserved, zeroed: true);
            Assert.NotNull(range);
            var committed = new ReadOnlySpan<byte>(range.Address, (int)range.Committed);
            Assert.Equal(-1, committed.IndexOfAnyExcept((byte)0));
        }
    }

    // The pool's tables are at the address of the dictionary's first bucket.
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(100)]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void A_dictionary_after_a_pool_has_only_its_own_keys(int length)
    {
        var pool = new SegmentedStringPool(new SegmentedStringPoolOptions(), _pages);
        pool.Allocate(new string('x', length));
        pool.Allocate(new string('y', length)).Free();
        pool.Dispose();

        using var dictionary = new NativeDictionary<int, long>(new NativeDictionaryOptions(), comparer: null, _pages);
        for (int i = 1; i <= 200; i++)
        {
            dictionary.Add(i * 1_024, i);
            Assert.False(dictionary.ContainsKey(0));
            Assert.True(dictionary.ContainsKey(i * 1_024));
        }

        Assert.Equal(200, dictionary.Count);
        Assert.All(dictionary, entry => Assert.Equal(entry.Key, entry.Value * 1_024));
    }
}
