using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

/// <summary>The system calls on Windows, checked against numbers from the Windows headers; the fake enforces the rules.</summary>
public sealed unsafe class WindowsPageSourceTests : IDisposable
{
    private const uint Granule = AddressSpace.GranuleBytes;

    private readonly FakeWindowsCalls _calls = new();

    public void Dispose()
    {
        Assert.Empty(_calls.Errors);
        _calls.Dispose();
    }

    [Fact]
    public void A_range_is_reserved_committed_discarded_and_released_as_a_whole()
    {
        var pages = new WindowsPageSource(_calls);

        byte* address = pages.TryReserve(8 * Granule);
        Assert.True(pages.TryCommit(address + Granule, Granule));
        Assert.False(pages.Discard(address + Granule, Granule));
        Assert.True(pages.TryRelease(address, 8 * Granule));

        Assert.Equal(
            ["Allocate 0 80000 2000 1", "Allocate 10000 10000 1000 4", "Discard 10000 10000", "Free 0 0 8000"], _calls.Calls);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Memory_is_discarded_with_either_call_and_its_content_is_undefined(bool hasDiscard)
    {
        using var calls = new FakeWindowsCalls { HasDiscard = hasDiscard };
        var pages = new WindowsPageSource(calls);
        byte* address = pages.TryReserve(8 * Granule);
        Assert.True(pages.TryCommit(address, Granule));

        Assert.True(pages.TryReset(address, Granule));
        Assert.False(pages.Discard(address, Granule));
        calls.Fails = static _ => true;
        Assert.False(pages.TryReset(address, Granule));

        // MEM_RESET
        Assert.Equal(hasDiscard ? "Discard 0 10000" : "Allocate 0 10000 80000 4", calls.Calls[^1]);
        Assert.Empty(calls.Errors);
    }

    [Fact]
    public void Pages_cannot_be_moved_and_need_not_be_renewed()
    {
        var pages = new WindowsPageSource(_calls);
        byte* address = pages.TryReserve(8 * Granule);

        Assert.False(pages.CanMove);
        Assert.True(pages.TryRenew(address, Granule));
        pages.PreferHugePages(address, Granule);
        Assert.Single(_calls.Calls);
    }

    [Fact]
    public void Whatever_is_refused_is_said()
    {
        var pages = new WindowsPageSource(_calls);
        byte* address = pages.TryReserve(Granule);
        _calls.Fails = static _ => true;

        Assert.True(pages.TryReserve(Granule) == null);
        Assert.False(pages.TryCommit(address, Granule));
        Assert.False(pages.TryRelease(address, Granule));
    }

    // Adjacent runs of several reservations are lent as one.
    [Fact]
    public void Runs_that_cross_into_the_next_reservation_are_discarded()
    {
        var pages = new WindowsPageSource(_calls);
        using var space = new AddressSpace(pages, reservation: 0, long.MaxValue);
        PageRun[] runs = new PageRun[4];
        for (int i = 0; i < runs.Length; i++)
        {
            Assert.True(space.TryLend(1, indexed: true, out runs[i]));
        }

        Array.ForEach(runs[1..], space.Return);
        Assert.True(space.TryLend(3, indexed: true, out PageRun joined));
        Assert.Equal(4, _calls.Reservations);
        long discarded = _calls.DiscardedBytes;
        space.Discard(joined);
        Assert.Equal((long)joined.Bytes, _calls.DiscardedBytes - discarded);

        Assert.True(pages.TryReset(joined.Address + 4096, 2 * Granule));
        Assert.Equal(["Discard 11000 20000", "Discard 11000 f000", "Discard 20000 10000", "Discard 30000 1000"], _calls.Calls[^4..]);
    }

    [Fact]
    public void One_percent_of_the_memory_may_be_quarantined_because_it_stays_committed()
    {
        Assert.Equal(10 << 20, new WindowsPageSource(_calls, 1_000 << 20).MaximumQuarantineBytes);
        Assert.Equal(RangeCache.MaximumQuarantineBytes, new WindowsPageSource(_calls, ulong.MaxValue).MaximumQuarantineBytes);
    }

    // The fake records an error if uncommitted pages are discarded or part of a reservation is released.
    [LongFact]
    public void An_address_space_keeps_to_the_rules()
    {
        var clock = new ManualClock();
        int collections = 0;
        var pages = new WindowsPageSource(_calls) { Cache = new RangeCache(clock, () => collections) };
        for (int owner = 0; owner < 20; owner++)
        {
            using var space = new AddressSpace(pages, 1_200 * Granule, long.MaxValue, isWritable: true);
            Assert.True(space.TryLend(1, indexed: true, out _));
            Assert.True(space.TryLend(30, indexed: true, out PageRun second));
            Assert.True(space.TryLend(1_000, indexed: false, out PageRun mapped));
            for (int run = 0; run < 5 * (owner % 2); run++)
            {
                Assert.True(space.TryLend(220, indexed: true, out _));
            }

            space.Return(second);
            space.Discard(mapped);
            clock.Advance(RangeCache.MinQuarantineTime);
            collections++;
        }

        Assert.Contains(_calls.Calls, static call => call.StartsWith("Free", StringComparison.Ordinal));
    }
}
