using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Caching;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Objects;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Diagnostics;

/// <summary>The whole process shares one meter, so each test uses unique names.</summary>
public sealed class CenoteMeterTests(ITestOutputHelper output)
{
    private readonly string _name = Guid.NewGuid().ToString();

    [Fact]
    public void A_cache_shows_what_its_statistics_say()
    {
        using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 65_536, MetricsName = _name });
        for (int i = 0; i < 2_000; i++)
        {
            cache.Set($"key {i}", new byte[100], new CacheEntryOptions { Tag = i % 2 == 0 ? "even" : null });
        }

        cache.Set("key 1999", new byte[200]);
        cache.Remove("key 1999");
        cache.Set("too large", new byte[60_000]);
        cache.RemoveByTag("even");
        cache.Trim();
        cache.TryGet("key 1997", new byte[100], out _);
        cache.TryGet("not there", new byte[100], out _);

        MeterReadings readings = MeterReadings.Take();
        ByteCacheStatistics statistics = cache.GetStatistics();

        Assert.Equal(statistics.Count, readings.Of("cenote.cache.entries", _name));
        Assert.Equal(65_536, readings.Of("cenote.cache.memory.limit", _name));
        Assert.Equal(statistics.TotalBytes, readings.Of("cenote.cache.memory.used", _name));
        Assert.Equal(statistics.Hits, readings.Of("cenote.cache.hits", _name));
        Assert.Equal(statistics.Misses, readings.Of("cenote.cache.misses", _name));
        Assert.Equal(statistics.Sets, readings.Of("cenote.cache.sets", _name));
        Assert.Equal(1, readings.Of("cenote.cache.rejected", _name));
        Assert.Equal(statistics.Evicted, readings.Of("cenote.cache.evictions", _name, "size"));
        Assert.Equal(statistics.Expired, readings.Of("cenote.cache.evictions", _name, "expired"));
        Assert.Equal(1, readings.Of("cenote.cache.evictions", _name, "replaced"));
        Assert.Equal(1, readings.Of("cenote.cache.evictions", _name, "removed"));
        Assert.Equal(statistics.RemovedByTag, readings.Of("cenote.cache.evictions", _name, "tag"));
        Assert.InRange(statistics.Evicted, 1, 2_000);
        Assert.InRange(statistics.RemovedByTag, 1, 2_000);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_pool_of_chars_shows_what_it_counts(bool concurrent)
    {
        using StringPool pool = concurrent
            ? new ConcurrentStringPool(new ConcurrentStringPoolOptions { MetricsName = _name })
            : new SegmentedStringPool(new SegmentedStringPoolOptions { MetricsName = _name });
        PooledStringRef stale = default;
        for (int i = 0; i < 100; i++)
        {
            PooledStringRef text = pool.Allocate(new string('x', 1 + (i * 100)));
            if (i % 4 == 0)
            {
                text.Free();
                stale = text;
            }
        }

        Assert.Throws<InvalidOperationException>(() => stale.AsSpan().Length);

        CheckPool(75, 100, 25, 1, pool.BytesReserved);
        pool.Clear();
        CheckPool(0, 100, 100, 1, pool.BytesReserved);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_pool_of_UTF_8_shows_what_it_counts(bool concurrent)
    {
        using Utf8Pool pool = concurrent
            ? new ConcurrentUtf8StringPool(new ConcurrentStringPoolOptions { MetricsName = _name })
            : new Utf8StringPool(new Utf8StringPoolOptions { MetricsName = _name });
        PooledUtf8String text = pool.Allocate("text"u8);
        pool.Allocate("other text"u8);
        text.Free();
        Assert.Throws<InvalidOperationException>(() => text.AsSpan().Length);

        CheckPool(1, 2, 1, 1, pool.BytesReserved);
    }

    [Theory]
    [InlineData(ShortStrings.Allow)]
    [InlineData(ShortStrings.Managed)]
    public void A_contiguous_pool_shows_what_it_counts(ShortStrings shortStrings)
    {
        using var pool = new UnmanagedStringPool(
            new UnmanagedStringPoolOptions { MetricsName = _name, ShortStrings = shortStrings, MinimumLength = 5 });
        PooledString text = pool.Allocate("text");
        PooledString other = pool.Allocate("other text");
        PooledString third = pool.Allocate("3");
        text.Free();
        other.Free();
        Assert.Throws<InvalidOperationException>(() => text.AsSpan().Length);
        Assert.Throws<InvalidOperationException>(() => other.AsSpan().Length);

        CheckPool(1, 3, 2, 2, pool.BytesReserved);
        Assert.Equal("3", third.ToString());
    }

    [Fact]
    public void Dictionaries_sets_and_postings_show_what_they_count()
    {
        var options = new PooledStringDictionaryOptions { MetricsName = _name };
        using var dictionary = new PooledStringDictionary<int>(options) { ["a"] = 1 };
        Assert.Equal(dictionary.BytesReserved, MeterReadings.Take().Of("cenote.dictionary.memory.reserved", _name));

        // Instances with the same name are summed, and their parts do not count twice.
        using var set = new PooledStringSet(["a", "b"], options);
        using var concurrent = new ConcurrentPooledStringDictionary<int>(options);
        for (int i = 0; i < 100; i++)
        {
            concurrent.TryAdd($"{i}", i);
        }

        using var postings = new PooledStringPostings(options);
        postings.Add("a", 1);
        postings.Add("b", 1);
        MeterReadings readings = MeterReadings.Take();

        Assert.Equal(1 + 2 + 100 + 2, readings.Of("cenote.dictionary.entries", _name));
        Assert.Equal(0, readings.Of("cenote.dictionary.rehashes", _name));
        Assert.Equal(
            dictionary.BytesReserved + set.BytesReserved + concurrent.BytesReserved + postings.BytesReserved,
            readings.Of("cenote.dictionary.memory.reserved", _name));
    }

    [Fact]
    public void Interners_show_what_they_count()
    {
        var strong = new StringInterner(new StringInternerOptions { MetricsName = $"{_name} strong" });
        var weak = new WeakStringInterner(new WeakStringInternerOptions { MetricsName = $"{_name} weak" });
        var bounded = new BoundedStringInterner(new BoundedStringInternerOptions { MetricsName = $"{_name} bounded", Capacity = 8 });
        for (int i = 0; i < 20; i++)
        {
            strong.Intern($"text {i}");
            bounded.Intern($"text {i}");
        }

        strong.Remove("text 1");
        string kept = weak.Intern("kept");
        MeterReadings readings = MeterReadings.Take();

        Assert.Equal(19, readings.Of("cenote.interner.strings", $"{_name} strong"));
        Assert.Equal(20, readings.Of("cenote.interner.additions", $"{_name} strong"));
        Assert.Equal(1, readings.Of("cenote.interner.removals", $"{_name} strong"));
        Assert.Null(readings.Of("cenote.interner.evictions", $"{_name} strong"));
        Assert.Equal(1, readings.Of("cenote.interner.strings", $"{_name} weak"));
        Assert.Equal(0, readings.Of("cenote.interner.collected", $"{_name} weak"));
        Assert.Equal(bounded.Count, readings.Of("cenote.interner.strings", $"{_name} bounded"));
        Assert.Equal(20 - bounded.Count, readings.Of("cenote.interner.evictions", $"{_name} bounded"));
        Assert.Equal(bounded.GetStatistics().StringBytes, readings.Of("cenote.interner.memory.used", $"{_name} bounded"));
        GC.KeepAlive((kept, strong, weak, bounded));
    }

    [Fact]
    public void A_string_table_shows_what_dictionaries_show()
    {
        using var table = new StringTable(new StringTableOptions { MetricsName = _name });
        for (int i = 0; i < 20; i++)
        {
            table.GetOrAdd($"text {i}");
        }

        MeterReadings readings = MeterReadings.Take();

        Assert.Equal(20, readings.Of("cenote.dictionary.entries", _name));
        Assert.Equal(table.GetStatistics().BytesReserved, readings.Of("cenote.dictionary.memory.reserved", _name));
        Assert.Equal(0, readings.Of("cenote.dictionary.rehashes", _name));
    }

    [Fact]
    public void An_object_pool_shows_what_it_counts()
    {
        using var pool = new ObjectPool<StringBuilder>(PoolOptions(_name));
        StringBuilder[] items = [.. Enumerable.Range(0, 20).Select(_ => pool.Allocate())];
        Array.ForEach(items, pool.Free);
        MeterReadings readings = MeterReadings.Take();
        ObjectPoolStatistics statistics = pool.GetStatistics();

        Assert.Equal(statistics.Retained, readings.Of("cenote.object_pool.items.retained", _name));
        Assert.Equal(5, readings.Of("cenote.object_pool.items.size", _name));
        Assert.Equal(20, readings.Of("cenote.object_pool.created", _name));
        Assert.Equal(statistics.Dropped, readings.Of("cenote.object_pool.dropped", _name));
        Assert.Null(readings.Of("cenote.object_pool.leaks", _name));
        Assert.InRange(statistics.Dropped, 1, 19);
    }

    [Fact]
    public void What_is_disposed_is_not_shown()
    {
        string[] names = [.. Enumerable.Range(0, 7).Select(i => $"{_name} {i}")];
        IDisposable[] all =
            [
                new ByteCache(new ByteCacheOptions { MetricsName = names[0] }),
                new SegmentedStringPool(new SegmentedStringPoolOptions { MetricsName = names[1] }),
                new UnmanagedStringPool(new UnmanagedStringPoolOptions { MetricsName = names[2] }),
                new Utf8StringPool(new Utf8StringPoolOptions { MetricsName = names[3] }),
                new PooledStringSet(new PooledStringDictionaryOptions { MetricsName = names[4] }),
                new StringTable(new StringTableOptions { MetricsName = names[5] }),
                new ObjectPool<StringBuilder>(PoolOptions(names[6])),
            ];
        MeterReadings before = MeterReadings.Take();
        Assert.All(names, name => Assert.True(before.Shows(name), name));

        Array.ForEach(all, static one => one.Dispose());

        MeterReadings after = MeterReadings.Take();
        Assert.All(names, name => Assert.False(after.Shows(name), name));
    }

    [Fact]
    public void Being_shown_keeps_nothing_alive()
    {
        Forget(_name);

        for (int i = 0; i < 20 && MeterReadings.Take().Shows(_name); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(MeterReadings.Take().Shows(_name));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(string name)
        {
            _ = new ByteCache(new ByteCacheOptions { MetricsName = name });
            _ = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MetricsName = name }).Allocate("text");
            _ = new WeakStringInterner(new WeakStringInternerOptions { MetricsName = name }).Intern("text");
            _ = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MetricsName = name });
            _ = new ObjectPool<StringBuilder>(PoolOptions(name)).Allocate();
            Assert.True(MeterReadings.Take().Shows(name));
        }
    }

    [Fact]
    public void Many_that_are_made_and_disposed_unobserved_are_forgotten()
    {
        for (int i = 0; i < 100; i++)
        {
            new UnmanagedStringPool(new UnmanagedStringPoolOptions { MetricsName = _name, InitialCapacityChars = 10 }).Dispose();
        }

        using var last = new UnmanagedStringPool(new UnmanagedStringPoolOptions { MetricsName = _name, InitialCapacityChars = 10 });
        last.Allocate("text");
        Assert.Equal(1, MeterReadings.Take().Of("cenote.pool.strings.live", _name));
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    public void A_name_has_letters(string name)
    {
        string message = Assert.Throws<ArgumentException>(() => new ByteCache(new ByteCacheOptions { MetricsName = name })).Message;
        Assert.Contains("MetricsName is empty", message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => new SegmentedStringPool(new SegmentedStringPoolOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new UnmanagedStringPool(new UnmanagedStringPoolOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new ConcurrentUtf8StringPool(new ConcurrentStringPoolOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new PooledStringSet(new PooledStringDictionaryOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new PooledStringPostings(new PooledStringDictionaryOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new StringTable(new StringTableOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new StringInterner(new StringInternerOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new WeakStringInterner(new WeakStringInternerOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new BoundedStringInterner(new BoundedStringInternerOptions { MetricsName = name }));
        Assert.Throws<ArgumentException>(() => new ObjectPool<StringBuilder>(PoolOptions(name)));
    }

    [Fact]
    public void Observing_while_a_text_is_written_does_not_wait_for_the_writer()
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MetricsName = _name });
        using var stopping = new ManualResetEventSlim();
        Thread? clearing = null;

        PooledStringRef text = pool.Create(5, 0, (span, _) =>
        {
            // Once the thread runs, it holds the pool's lock while it waits for this callback to end.
            clearing = new Thread(() =>
            {
                stopping.Set();
                pool.Trim();
            });
            clearing.Start();
            stopping.Wait();
            for (int i = 0; i < 50; i++)
            {
                Assert.NotNull(MeterReadings.Take().Of("cenote.pool.memory.reserved", _name));
                Thread.Sleep(1);
            }

            "hello".CopyTo(span);
        });

        clearing!.Join();
        Assert.Equal("hello", text.ToString());
        Assert.Equal(1, MeterReadings.Take().Of("cenote.pool.strings.live", _name));
    }

    [Fact]
    public void Observing_beside_any_use_and_disposal_neither_throws_nor_goes_below_zero()
    {
        bool isDisposed = false;
        Exception? failure = null;
        var observer = new Thread(() =>
        {
            try
            {
                while (!Volatile.Read(ref isDisposed))
                {
                    MeterReadings readings = MeterReadings.Take();
                    Assert.InRange(readings.Of("cenote.pool.strings.live", _name) ?? 0, 0, long.MaxValue);
                    Assert.InRange(readings.Of("cenote.cache.memory.used", _name) ?? 0, 0, long.MaxValue);
                    Assert.InRange(readings.Of("cenote.dictionary.memory.reserved", _name) ?? 0, 0, long.MaxValue);
                }
            }
            catch (Exception exception)
            {
                failure = exception;
            }
        });
        observer.Start();

        Crowd.Run(output, (_, random, _) =>
        {
            using var cache = new ByteCache(new ByteCacheOptions { MaximumBytes = 65_536, MetricsName = _name });
            using var strings = new SegmentedStringPool(new SegmentedStringPoolOptions { MetricsName = _name });
            using var shared = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MetricsName = _name });
            using var table = new PooledStringDictionary<int>(new PooledStringDictionaryOptions { MetricsName = _name });
            using var items = new ObjectPool<StringBuilder>(PoolOptions(_name));
            for (int i = 0; i < 300; i++)
            {
                string text = new('x', random.Next(200));
                cache.Set(text, [1, 2, 3]);
                table[text] = i;
                PooledStringRef one = strings.Allocate(text);
                PooledStringRef other = shared.Allocate(text);
                items.Free(items.Allocate());
                if (i % 3 > 0)
                {
                    one.Free();
                    other.Free();
                }
            }
        }, steps: 200);

        Volatile.Write(ref isDisposed, true);
        observer.Join();
        Assert.Null(failure);
    }

    private static ObjectPoolOptions<StringBuilder> PoolOptions(string name) => new()
    {
        Factory = static () => new StringBuilder(),
        Size = 5,
        MetricsName = name,
    };

    private void CheckPool(long live, long allocations, long frees, long stale, long bytes)
    {
        MeterReadings readings = MeterReadings.Take();
        Assert.Equal(live, readings.Of("cenote.pool.strings.live", _name));
        Assert.Equal(allocations, readings.Of("cenote.pool.allocations", _name));
        Assert.Equal(frees, readings.Of("cenote.pool.frees", _name));
        Assert.Equal(stale, readings.Of("cenote.pool.stale_reads", _name));
        Assert.Equal(bytes, readings.Of("cenote.pool.memory.reserved", _name));
    }
}
