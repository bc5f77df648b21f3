using Cenote.Caching;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Caching;

/// <summary>
/// <see cref="ByteCacheOptions.ClearOnEviction"/>: after any removal of an entry, the memory of the cache contains neither its
/// key nor its value.
/// </summary>
public sealed class CacheSecretTests : IDisposable
{
    private const int Secrets = 200;
    private const int SecretBytes = 300;

    private readonly SettableClock _clock = new();
    private readonly WatchedPages _pages = new();
    private readonly ByteCache _cache;

    public CacheSecretTests()
    {
        _cache = new ByteCache(
            new ByteCacheOptions { MaximumBytes = 1 << 20, ClearOnEviction = true, TimeProvider = _clock }, _pages);
    }

    public void Dispose() => _cache.Dispose();

    [Fact]
    public void Secrets_that_expire_are_cleared_when_they_are_met()
    {
        SetSecrets(new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(10) });
        _clock.Pass(10);
        Assert.NotEqual(0, _pages.SecretsLeft);

        byte[] copy = new byte[SecretBytes];
        Assert.All(Enumerable.Range(0, Secrets), i => Assert.False(_cache.TryGet(KeyOf(i), copy, out _)));

        Assert.Equal(0, _pages.SecretsLeft);
        Assert.Equal(Secrets, _cache.GetStatistics().Expired);
    }

    [Fact]
    public void Secrets_whose_sliding_time_is_over_are_cleared_when_they_are_replaced()
    {
        SetSecrets(new CacheEntryOptions { Sliding = TimeSpan.FromMilliseconds(10) });
        _clock.Pass(10);
        for (int i = 0; i < Secrets; i++)
        {
            _cache.Set(KeyOf(i), [0]);
        }

        Assert.Equal(0, _pages.ValuesLeft);
    }

    [Fact]
    public void Secrets_whose_tag_was_removed_are_cleared_when_they_are_met()
    {
        SetSecrets(new CacheEntryOptions { Tag = "tag" });
        _cache.RemoveByTag("tag");
        Assert.NotEqual(0, _pages.SecretsLeft);

        Assert.All(Enumerable.Range(0, Secrets), i => Assert.False(_cache.Touch(KeyOf(i)) || _cache.Remove(KeyOf(i))));

        Assert.Equal(0, _pages.SecretsLeft);
        Assert.Equal(Secrets, _cache.GetStatistics().RemovedByTag);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Trim_clears_secrets_that_are_gone_and_places_from_which_others_moved(bool keepsWhatIsDiscarded)
    {
        _pages.KeepsWhatIsDiscarded = keepsWhatIsDiscarded;
        SetSecrets(new CacheEntryOptions { Expiration = TimeSpan.FromMilliseconds(10) });
        for (int i = 0; i < Secrets; i++)
        {
            _cache.Set($"plain {i}", new byte[SecretBytes]);
        }

        _cache.Set(KeyOf(Secrets), Secret());
        _clock.Pass(10);
        _ = _cache.Trim();

        Assert.Equal(Secrets + 1, _cache.Count);
        Assert.Equal(1, _pages.ValuesLeft);
        Assert.True(_cache.Remove(KeyOf(Secrets)));
        Assert.Equal(0, _pages.SecretsLeft);
    }

    [Fact]
    public void Clear_leaves_no_secret()
    {
        SetSecrets(default);
        _cache.Clear();
        Assert.Equal(0, _pages.SecretsLeft);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_leaves_no_secret(bool keepsWhatIsDiscarded)
    {
        _pages.KeepsWhatIsDiscarded = keepsWhatIsDiscarded;
        SetSecrets(default);
        _cache.Dispose();
        Assert.Equal(0, _pages.SecretsLeft);
        GC.KeepAlive(_cache);
    }

    [Fact]
    public void Secrets_that_are_evicted_are_cleared()
    {
        SetSecrets(default);
        for (int i = 0; _cache.GetStatistics().Evicted < 50_000; i++)
        {
            _cache.Set($"plain {i}", new byte[SecretBytes]);
            _cache.TryGet($"plain {i}", new byte[SecretBytes], out _);
        }

        byte[] copy = new byte[SecretBytes];
        int held = Enumerable.Range(0, Secrets).Count(i => _cache.TryGet(KeyOf(i), copy, out _));
        Assert.InRange(held, 0, Secrets - 1);
        Assert.Equal(held, _pages.ValuesLeft);
    }

    private static string KeyOf(int i) => $"hidden {i}";

    private static byte[] Secret() => [.. Enumerable.Repeat("a secret"u8.ToArray(), SecretBytes / 8).SelectMany(static word => word)];

    private void SetSecrets(CacheEntryOptions options)
    {
        byte[] secret = Secret();
        for (int i = 0; i < Secrets; i++)
        {
            Assert.True(_cache.Set(KeyOf(i), secret, options));
        }

        Assert.Equal(Secrets, _pages.ValuesLeft);
    }

    // Pages that the test inspects.
    private sealed unsafe class WatchedPages : PageSource
    {
        private byte* _start;
        private nuint _bytes;

        public bool KeepsWhatIsDiscarded { get; set; }

        /// <summary>The number of words from values and keys that are still in memory.</summary>
        public int SecretsLeft => Bytes.Count("a secret"u8) + Bytes.Count("hidden "u8);

        /// <summary>The number of whole values that are still in memory.</summary>
        public int ValuesLeft => Bytes.Count(Secret());

        private ReadOnlySpan<byte> Bytes => new(_start, (int)_bytes);

        public override byte* TryReserve(nuint bytes) => _start = System.TryReserve(_bytes = bytes);

        public override bool TryCommit(byte* address, nuint bytes) => System.TryCommit(address, bytes);

        public override bool Discard(byte* address, nuint bytes) => !KeepsWhatIsDiscarded && System.Discard(address, bytes);

        public override bool TryRenew(byte* address, nuint bytes) => false;

        public override void PreferHugePages(byte* address, nuint bytes)
        {
        }

        public override bool TryRelease(byte* address, nuint bytes) => System.TryRelease(address, bytes);
    }
}
