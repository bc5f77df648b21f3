using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Pages;

/// <summary>The system calls on Unix, checked against numbers from the system headers.</summary>
public sealed unsafe class UnixPageSourceTests
{
    private const uint Granule = AddressSpace.GranuleBytes;

    public static TheoryData<string, int> Systems => new()
    {
        // MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        { nameof(UnixConstants.Linux), 0x4022 },
        { nameof(UnixConstants.Apple), 0x1042 },
        { nameof(UnixConstants.Bsd), 0x1002 },
    };

    [Theory]
    [MemberData(nameof(Systems))]
    public void A_range_is_mapped_without_rights_then_made_accessible_and_unmapped(string system, int flags)
    {
        var calls = new FakeUnixCalls(4096);
        var pages = new UnixPageSource(calls, Constants(system));

        byte* address = pages.TryReserve(8 * Granule);
        Assert.True(pages.TryCommit(address + Granule, Granule));
        Assert.True(pages.TryRelease(address, 8 * Granule));

        Assert.Equal([$"Map 0 80000 0 {flags:x}", "Protect 10000 10000 3", "Unmap 0 80000"], calls.Calls);
    }

    [Fact]
    public void Linux_discards_by_advice_and_the_others_by_mapping_over_the_range()
    {
        foreach ((string system, string expected) in new[]
        {
            (nameof(UnixConstants.Linux), "Advise 0 10000 4"),
            (nameof(UnixConstants.Apple), "Map 0 10000 3 1052"),
            (nameof(UnixConstants.Bsd), "Map 0 10000 3 1012"),
        })
        {
            var calls = new FakeUnixCalls(4096);
            var pages = new UnixPageSource(calls, Constants(system));
            byte* address = pages.TryReserve(Granule);

            Assert.True(pages.Discard(address, Granule));
            Assert.Equal(expected, calls.Calls[^1]);

            calls.Fails = static _ => true;
            Assert.False(pages.Discard(address, Granule));
        }
    }

    [Fact]
    public void Only_Linux_is_asked_to_populate_pages_and_may_refuse()
    {
        var calls = new FakeUnixCalls(4096);
        var pages = new UnixPageSource(calls, UnixConstants.Linux);
        byte* address = pages.TryReserve(8 * Granule);

        pages.Populate(address + Granule, 2 * Granule);
        calls.Fails = static _ => true;
        pages.Populate(address + Granule, 2 * Granule);

        // MADV_POPULATE_WRITE
        Assert.Equal(["Map 0 80000 0 4022", "Advise 10000 20000 23", "Advise 10000 20000 23"], calls.Calls);

        foreach (string system in new[] { nameof(UnixConstants.Apple), nameof(UnixConstants.Bsd) })
        {
            calls = new FakeUnixCalls(4096);
            pages = new UnixPageSource(calls, Constants(system));
            address = pages.TryReserve(8 * Granule);
            pages.Populate(address, Granule);
            Assert.Single(calls.Calls);
        }
    }

    [Fact]
    public void Only_Linux_moves_pages_and_what_they_leave_is_mapped_afresh()
    {
        var calls = new FakeUnixCalls(4096);
        var pages = new UnixPageSource(calls, UnixConstants.Linux);
        byte* address = pages.TryReserve(8 * Granule);

        Assert.True(pages.CanMove);
        Assert.Equal(["Map 0 80000 0 4022", "Map 80000 20000 3 22", "Remap 80000 10000 7 90000", "Unmap 80000 20000"], calls.Calls);
        calls.Calls.Clear();
        Assert.True(pages.TryMove(address, address + (4 * Granule), Granule));
        Assert.True(pages.TryRenew(address, Granule));

        // MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, then MAP_FIXED with the reservation's flags, so that the ranges
        // merge.
        Assert.Equal(["Remap 0 10000 7 40000", "Map 0 10000 3 4032"], calls.Calls);
        calls.Fails = static _ => true;
        Assert.False(pages.TryMove(address, address + (4 * Granule), Granule));
        Assert.False(pages.TryRenew(address, Granule));

        calls = new FakeUnixCalls(4096) { Fails = static call => call == nameof(IUnixCalls.Remap) };
        Assert.False(new UnixPageSource(calls, UnixConstants.Linux).CanMove);
        Assert.Equal("Unmap 0 10000", calls.Calls[^1]);

        calls = new FakeUnixCalls(4096);
        Assert.False(new UnixPageSource(calls, UnixConstants.Apple).CanMove);
        Assert.Empty(calls.Calls);
    }

    [Fact]
    public void Only_Linux_is_asked_for_huge_pages()
    {
        var calls = new FakeUnixCalls(4096);
        var pages = new UnixPageSource(calls, UnixConstants.Linux);
        byte* address = pages.TryReserve(Granule);
        pages.PreferHugePages(address, Granule);
        pages.AvoidHugePages(address, Granule);
        string[] advice = Environment.SystemPageSize == 4_096 ? ["Advise 0 10000 14", "Advise 0 10000 15"] : [];
        Assert.Equal(advice, calls.Calls[1..]);

        calls = new FakeUnixCalls(4096);
        pages = new UnixPageSource(calls, UnixConstants.Apple);
        pages.PreferHugePages(pages.TryReserve(Granule), Granule);
        pages.AvoidHugePages(address, Granule);
        Assert.Single(calls.Calls);
    }

    [Fact]
    public void Whatever_is_refused_is_said()
    {
        var calls = new FakeUnixCalls(4096) { Fails = static _ => true };
        var pages = new UnixPageSource(calls, UnixConstants.Linux);

        Assert.True(pages.TryReserve(Granule) == null);
        Assert.False(pages.TryCommit((byte*)Granule, Granule));
        Assert.False(pages.TryRelease((byte*)Granule, Granule));
    }

    // The fake fails the test for an address or length that is not a multiple of the page size.
    [Theory]
    [InlineData(4)]
    [InlineData(16)]
    [InlineData(64)]
    public void An_address_space_asks_for_whole_pages_of_any_size(int kibibytes)
    {
        var calls = new FakeUnixCalls((nuint)kibibytes << 10) { Fails = static call => call == nameof(IUnixCalls.Remap) };
        foreach (string system in new[] { nameof(UnixConstants.Linux), nameof(UnixConstants.Apple) })
        {
            var pages = new UnixPageSource(calls, Constants(system))
            {
                Cache = new RangeCache(new ManualClock(), static () => 0),
            };
            for (int owner = 0; owner < 5; owner++)
            {
                using var space = new AddressSpace(pages, 1_200 * Granule, long.MaxValue, isWritable: true);
                Assert.True(space.TryLend(1, indexed: true, out PageRun first));
                Assert.True(space.TryLend(30, indexed: true, out PageRun second));
                Assert.True(space.TryLend(7, indexed: true, out PageRun mapped));
                Assert.True(space.TryLend(1_000, indexed: false, out _));
                for (int run = 0; run < 5; run++)
                {
                    Assert.True(space.TryLend(220, indexed: true, out _));
                }

                space.Return(second);
                space.Discard(mapped);
                Assert.Equal(0u, (uint)first.Address % Granule);
            }
        }

        Assert.Contains(calls.Calls, static call => call.StartsWith("Advise", StringComparison.Ordinal));
    }

    private static UnixConstants Constants(string system) => system switch
    {
        nameof(UnixConstants.Linux) => UnixConstants.Linux,
        nameof(UnixConstants.Apple) => UnixConstants.Apple,
        _ => UnixConstants.Bsd,
    };
}
