using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class ConcurrentUtf8StringPoolTests(ITestOutputHelper output)
    : PooledUtf8HandleTests(static () => new TestedUtf8Pool(new ConcurrentUtf8StringPool()))
{
    [Fact]
    public void Strings_that_are_allocated_and_freed_on_different_threads_stay_whole()
    {
        using var pool = new ConcurrentUtf8StringPool();
        long empty = pool.BytesReserved;
        var slots = new (PooledUtf8String Handle, uint Seed)[2_000];
        int broken = 0;
        Crowd.Run(output, (_, random, step) =>
        {
            int length = random.Next(50) == 0 ? random.Next(2_000, 9_000) : random.Next(1, 150);
            byte[] text = new byte[length];
            Utf8Texts.WriteChecked(text, (uint)step);
            ConcurrentUtf8StringPool.Writer writer = pool.GetWriter();
            PooledUtf8String made = random.Next(4) switch
            {
                0 => pool.Create(length, text, static (utf8, text) => text.CopyTo(utf8)),
                1 => pool.Allocate(Encoding.UTF8.GetString(text)),
                2 => writer.Allocate(text),
                _ => writer.DangerousAllocate(text),
            };
            (PooledUtf8String Handle, uint Seed) taken;
            lock (slots)
            {
                int place = random.Next(slots.Length);
                taken = slots[place];
                slots[place] = (made, (uint)step);
            }

            Interlocked.Add(ref broken, taken.Handle.IsEmpty || Utf8Texts.IsChecked(taken.Handle.AsSpan(), taken.Seed) ? 0 : 1);
            if (random.Next(2) == 0)
            {
                writer.Free(taken.Handle);
            }
            else
            {
                taken.Handle.Free();
            }

            Interlocked.Add(ref broken, taken.Handle.IsEmpty || !taken.Handle.IsAlive ? 0 : 1);
        }, steps: 20_000);

        Assert.Equal(0, broken);
        Assert.All(slots, static slot => Assert.True(Utf8Texts.IsChecked(slot.Handle.AsSpan(), slot.Seed)));
        int live = slots.Count(static slot => !slot.Handle.IsEmpty);
        Assert.Equal(live, pool.ActiveAllocations);
        Assert.Equal(live, pool.GetStatistics().ActiveAllocations);
        Assert.Equal(slots.Sum(static slot => (long)slot.Handle.Length), pool.GetStatistics().TextBytes);
        Array.ForEach(slots, static slot => slot.Handle.Free());
        pool.Trim();
        Assert.Equal(0, pool.SlabCount);
        Assert.Equal(0, pool.SegmentCount);
        Assert.InRange(pool.BytesReserved, empty, empty + (16 << 16));
    }

    [Fact]
    public void What_is_not_utf8_is_repaired_whichever_way_it_comes_in()
    {
        using var pool = new ConcurrentUtf8StringPool();
        byte[] invalid = [(byte)'a', 0xff, (byte)'b'];
        ConcurrentUtf8StringPool.Writer writer = pool.GetWriter();

        Assert.Equal("a\ufffdb", pool.Allocate(invalid).ToString());
        Assert.Equal("a\ufffdb", writer.Allocate(invalid).ToString());
        Assert.Equal("a\ufffdb", pool.Create(3, invalid, static (utf8, invalid) => invalid.CopyTo(utf8)).ToString());
        Assert.Equal("a\ufffdb", pool.Allocate("a\ud800b").ToString());
        Assert.Equal(4, pool.ActiveAllocations);
        pool.Clear();
        Assert.Equal(0, pool.ActiveAllocations);
    }

    [Fact]
    public void A_disposed_pool_refuses_everything_but_frees()
    {
        var pool = new ConcurrentUtf8StringPool();
        PooledUtf8String handle = pool.Allocate("text"u8);
        pool.Dispose();
        pool.Dispose();

        Assert.True(pool.IsDisposed);
        Assert.False(handle.IsAlive);
        handle.Free();
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("text"u8));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("text"));
        Assert.Throws<ObjectDisposedException>(() => { pool.GetWriter(); });
        Assert.Throws<ObjectDisposedException>(() => handle.Length);
        Assert.Throws<ObjectDisposedException>(pool.Clear);
        Assert.Equal(0, pool.BytesReserved);
    }

    [Fact]
    public void A_comparer_adds_keys_to_it()
    {
        using var pool = new ConcurrentUtf8StringPool();
        var set = new HashSet<PooledUtf8String>(new PooledUtf8Comparer(pool));

        Assert.True(set.GetAlternateLookup<ReadOnlySpan<byte>>().Add("key"u8));
        Assert.False(set.GetAlternateLookup<ReadOnlySpan<byte>>().Add("key"u8));
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Fact]
    public void Options_are_checked()
    {
        Assert.Throws<ArgumentNullException>(() => new ConcurrentUtf8StringPool(null!));
        Refused.Option("MaximumBytes", () => new ConcurrentUtf8StringPool(new() { MaximumBytes = 0 }));
        using var pool = new ConcurrentUtf8StringPool(new() { MaximumBytes = 1 << 20, ReservedAddressBytes = 0 });
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new byte[2 << 20]));
    }

    [Fact]
    public void A_writer_that_no_pool_made_says_where_to_get_one()
    {
        const string Origin = nameof(ConcurrentUtf8StringPool) + "." + nameof(ConcurrentUtf8StringPool.GetWriter);
        var refused = Assert.Throws<InvalidOperationException>(
            static () => default(ConcurrentUtf8StringPool.Writer).Allocate("text"u8));
        Assert.Contains(Origin, refused.Message, StringComparison.Ordinal);
    }
}
