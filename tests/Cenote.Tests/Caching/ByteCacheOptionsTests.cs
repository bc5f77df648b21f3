using Cenote.Caching;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

public sealed class ByteCacheOptionsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(ByteCacheOptions.SmallestMaximumBytes - 1)]
    [InlineData(long.MinValue)]
    public void Limits_that_hold_nothing_are_refused(long maximumBytes)
    {
        var options = new ByteCacheOptions { MaximumBytes = maximumBytes };

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>("options", () => new ByteCache(options));
        Assert.Contains("MaximumBytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(1.1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Shares_lie_between_0_and_1(double share)
    {
        var options = new ByteCacheOptions { ShareOfMemory = share };

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>("options", () => new ByteCache(options));
        Assert.Contains("ShareOfMemory", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Other_options_are_checked()
    {
        Assert.Throws<ArgumentNullException>(() => new ByteCache(new ByteCacheOptions { TimeProvider = null! }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteCache(new ByteCacheOptions { DefaultExpiration = TimeSpan.Zero }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteCache(new ByteCacheOptions { MaximumEntryBytes = -1 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new ByteCache(new ByteCacheOptions { MaximumEntryBytes = 8 << 20 | 1 }));
    }

    [Fact]
    public void A_share_is_one_of_what_the_machine_has()
    {
        var pages = new FailingPageSource { MachineBytes = 400 << 20 };
        using var cache = new ByteCache(new ByteCacheOptions { ShareOfMemory = 0.25, MaximumBytes = 0 }, pages);

        Assert.Equal(100 << 20, cache.MaximumBytes);
    }

    [Theory]
    [InlineData(16 << 20, false)]
    [InlineData(1 << 30, true)]
    public void Huge_pages_are_requested_for_large_caches(long maximumBytes, bool huge)
    {
        var pages = new FailingPageSource();
        new ByteCache(new ByteCacheOptions { MaximumBytes = maximumBytes, MaximumEntryBytes = maximumBytes / 8 }, pages).Dispose();
        Assert.Equal(huge, pages.HugeRanges.Count > 0);
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(1L << 50)]
    public void Limits_beyond_the_machine_are_refused(long maximumBytes)
    {
        OutOfMemoryException exception =
            Assert.Throws<OutOfMemoryException>(() => new ByteCache(new ByteCacheOptions { MaximumBytes = maximumBytes }));

        Assert.Contains("MaximumBytes", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void What_the_operating_system_refuses_leaves_nothing_behind(int failing)
    {
        var pages = new FailingPageSource { Fails = request => request == failing };

        Assert.Throws<OutOfMemoryException>(() => new ByteCache(new ByteCacheOptions(), pages));
        Assert.Equal(0, pages.Reservations);
        Assert.Equal(1, pages.Failures);
    }

    [Fact]
    public void A_cache_that_is_made_asks_for_no_more_memory()
    {
        var pages = new FailingPageSource();
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 1 << 20 }, pages);
        int requests = pages.Requests;
        pages.Fails = static _ => true;
        for (int i = 0; i < 50_000; i++)
        {
            Assert.True(cache.Set($"{i}", new byte[i % 300]));
        }

        Assert.Equal(requests, pages.Requests);
    }

    [Fact]
    public void An_entry_that_must_fit_fits()
    {
        foreach (long limit in (long[])[1 << 20, 16 << 20, 100 << 20])
        {
            var options = new ByteCacheOptions { MaximumBytes = limit, MaximumEntryBytes = limit / 8 };
            using var cache = new ByteCache(options);

            Assert.InRange(cache.MaximumEntryBytes, limit / 8, limit);
            Assert.True(cache.Set("key", new byte[(limit / 8) - 3]));
        }
    }

    [Theory]
    [InlineData(ByteCacheOptions.SmallestMaximumBytes)]
    [InlineData(100_001)]
    [InlineData(3 << 20)]
    [InlineData(300 << 20)]
    public void Any_limit_can_be_used_up_and_holds(long limit)
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = limit });
        long most = 0;
        for (int i = 0; i < 20_000; i++)
        {
            Assert.True(cache.Set($"{i}", new byte[limit / 200]));
            most = Math.Max(most, i % 16 == 0 ? cache.TotalBytes : 0);
            i += limit > 10 << 20 ? 40 : 0;
        }

        Assert.InRange(most, limit / 2, limit);
        Assert.Equal(limit, cache.MaximumBytes);
    }

    [Fact]
    public void A_secret_is_nowhere_once_its_entry_is_gone()
    {
        var pages = new ArrangedSecrets();
        using var cache = new ByteCache(
            new ByteCacheOptions { MaximumBytes = 1 << 20, ClearOnEviction = true }, pages);
        byte[] secret = [.. Enumerable.Range(0, 1_000).Select(static i => (byte)(0xA0 | (i % 5)))];
        var random = new Random(RunSettings.NewSeed());
        for (int i = 0; i < 3_000; i++)
        {
            cache.Set($"{random.Next(100)}", secret.AsSpan(0, random.Next(1_000)));
            cache.Set($"plain {i}", new byte[random.Next(1_000)]);
            cache.TryGet($"{random.Next(100)}", new byte[1_000], out _);
        }

        Assert.NotEqual(0, pages.Count(0xA1));
        for (int i = 0; i < 100; i++)
        {
            cache.Remove($"{i}");
        }

        Assert.InRange(pages.CountRuns(0xA0), 0, 0);
    }

    // Pages that the test inspects.
    private sealed unsafe class ArrangedSecrets : PageSource
    {
        private byte* _start;
        private nuint _bytes;

        public long Count(byte value) => new ReadOnlySpan<byte>(_start, (int)_bytes).Count(value);

        public long CountRuns(byte value) =>
            new ReadOnlySpan<byte>(_start, (int)_bytes).Count([value, (byte)(value + 1), (byte)(value + 2), (byte)(value + 3)]);

        public override byte* TryReserve(nuint bytes) => _start = System.TryReserve(_bytes = bytes);

        public override bool TryCommit(byte* address, nuint bytes) => System.TryCommit(address, bytes);

        public override bool Discard(byte* address, nuint bytes) => System.Discard(address, bytes);

        public override bool TryRenew(byte* address, nuint bytes) => false;

        public override void PreferHugePages(byte* address, nuint bytes)
        {
        }

        public override bool TryRelease(byte* address, nuint bytes) => System.TryRelease(address, bytes);
    }
}
