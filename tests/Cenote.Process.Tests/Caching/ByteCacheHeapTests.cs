using System.Runtime.CompilerServices;
using Cenote.Caching;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Caching;

/// <summary>A cache consists of a few managed objects, regardless of its number of entries.</summary>
public sealed class ByteCacheHeapTests
{
    private const int Entries = 100_000;
    private const int SlackBytes = 200_000;

    [Fact]
    public void Entries_take_no_managed_memory()
    {
        byte[] value = new byte[300];

        long managed = ManagedAllocations.Held(() =>
        {
            var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 64 << 20 });
            Fill(cache, value, 0, Entries);
            Assert.Equal(Entries, cache.Count);
            return cache;
        });

        Assert.InRange(managed, long.MinValue, SlackBytes);
    }

    [Fact]
    public void No_thread_allocates_in_steady_state()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 200_000 });
        using var numbers = new ValueCache<long>(new ByteCacheOptions { MaximumBytes = 65_536 });
        byte[] value = new byte[3_000];
        int turn = 0;

        Assert.Equal(0, ManagedAllocations.Of(() =>
        {
            Span<char> key = stackalloc char[16];
            for (int i = 0; i < 500; i++)
            {
                _ = (turn++ * 7 % 5_000).TryFormat(key, out int length, default, null);
                ReadOnlySpan<char> text = key[..length];
                if (!cache.TryGet(text, value, out _))
                {
                    cache.Set(text, value.AsSpan(0, i % 900), new CacheEntryOptions { Tag = i % 3 == 0 ? "tag" : null });
                }

                cache.TryRead(text, i, static (bytes, state) => bytes.Length + state, out _);
                numbers.GetOrAdd(text, i);
                numbers.GetOrAdd(text, (long)i, static state => state);
                if (i % 50 == 0)
                {
                    cache.RemoveByTag("tag");
                    numbers.Remove(text);
                }
            }
        }));
    }

    [Fact]
    public void A_forgotten_cache_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        Forget(pages);

        for (int i = 0; i < 10 && pages.Reservations > 0; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.Equal(0, pages.Reservations);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(FailingPageSource pages)
        {
            var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 2 << 20 }, pages);
            Fill(cache, new byte[300], 0, 10_000);
            Assert.InRange(pages.Reservations, 1, int.MaxValue);
        }
    }

    private static void Fill(ByteCache cache, byte[] value, int from, int to)
    {
        for (int i = from; i < to; i++)
        {
            cache.Set($"key {i}", value);
        }
    }
}
