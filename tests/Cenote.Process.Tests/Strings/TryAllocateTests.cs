using System.Runtime.InteropServices;
using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

/// <summary>
/// The non-throwing methods with arguments that must be formatted or transcoded first: interpolated strings, UTF-8 for UTF-16
/// pools, and UTF-16 for UTF-8 pools.
/// </summary>
public sealed class TryAllocateTests : IDisposable
{
    private const string Text = "größer als ein Byte, \ud83d\ude00";

    private static readonly byte[] s_utf8 = Encoding.UTF8.GetBytes(Text);

    private readonly SegmentedStringPool _segmented = new();
    private readonly ConcurrentStringPool _concurrent = new();
    private readonly UnmanagedStringPool _contiguous = new(1_000);
    private readonly Utf8StringPool _utf8 = new();
    private readonly ConcurrentUtf8StringPool _concurrentUtf8 = new();

    public void Dispose()
    {
        _segmented.Dispose();
        _concurrent.Dispose();
        _contiguous.Dispose();
        _utf8.Dispose();
        _concurrentUtf8.Dispose();
    }

    [Fact]
    public void Interpolated_strings_are_what_the_compiler_makes()
    {
        int number = 42;
        using ConcurrentStringPool.Writer writer = _concurrent.GetWriter();

        Assert.True(_segmented.TryAllocate($"number {number,5}", out PooledStringRef segmented));
        Assert.True(_concurrent.TryAllocate($"number {number,5}", out PooledStringRef concurrent));
        Assert.True(writer.TryAllocate($"number {number,5}", out PooledStringRef written));
        Assert.True(_contiguous.TryAllocate($"number {number,5}", out PooledString contiguous));
        Assert.True(_utf8.TryAllocate($"number {number,5}", out PooledUtf8String utf8));
        Assert.True(_concurrentUtf8.TryAllocate($"number {number,5}", out PooledUtf8String concurrentUtf8));

        Assert.All(
            new object[] { segmented, concurrent, written, contiguous, utf8, concurrentUtf8 },
            static handle => Assert.Equal("number    42", handle.ToString()));
    }

    [Fact]
    public void Utf8_becomes_its_text_and_what_is_invalid_is_replaced()
    {
        byte[] invalid = [.. s_utf8, 0xff];

        Assert.True(_segmented.TryAllocate(invalid, out PooledStringRef segmented));
        Assert.True(_concurrent.TryAllocate(invalid, out PooledStringRef concurrent));
        Assert.True(_contiguous.TryAllocate(invalid, out PooledString contiguous));
        Assert.True(_utf8.TryAllocate(Text + "\ud83d", out PooledUtf8String utf8));
        Assert.All(
            new object[] { segmented, concurrent, contiguous, utf8 },
            static handle => Assert.Equal(Text + "\ufffd", handle.ToString()));

        Assert.True(_segmented.TryAllocate(""u8, out segmented) && segmented.IsEmpty);
        Assert.True(_contiguous.TryAllocate(""u8, out contiguous) && contiguous.IsEmpty);
        Assert.True(_utf8.TryAllocate("", out utf8) && utf8.IsEmpty);
    }

    [Fact]
    public void What_does_not_fit_is_refused_and_the_pool_is_unchanged()
    {
        string large = new('x', 100_000);
        byte[] largeUtf8 = Encoding.UTF8.GetBytes(large);
        using var segmented = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 128 << 10 });
        using var contiguous = new UnmanagedStringPool(100, allowGrowth: false);
        using var utf8 = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = 128 << 10 });

        Assert.False(segmented.TryAllocate($"{large}{1}", out PooledStringRef handle) || !handle.IsEmpty);
        Assert.False(segmented.TryAllocate(largeUtf8, out handle) || !handle.IsEmpty);
        Assert.False(contiguous.TryAllocate($"{large}{1}", out PooledString moving) || !moving.IsEmpty);
        Assert.False(contiguous.TryAllocate(largeUtf8, out moving) || !moving.IsEmpty);
        Assert.False(utf8.TryAllocate($"{large}{large}", out PooledUtf8String bytes) || !bytes.IsEmpty);
        Assert.False(utf8.TryAllocate(large + large, out bytes) || !bytes.IsEmpty);
        Assert.Equal((0, 0, 0), (segmented.ActiveAllocations, contiguous.ActiveAllocations, utf8.ActiveAllocations));
    }

    [Fact]
    public void Short_texts_are_treated_as_the_pool_was_told()
    {
        using var managed = new SegmentedStringPool(new() { MinimumLength = 3, ShortStrings = ShortStrings.Managed });
        using var refusing = new SegmentedStringPool(new() { MinimumLength = 3, ShortStrings = ShortStrings.Throw });

        Assert.True(managed.TryAllocate("éé"u8, out PooledStringRef handle));
        Assert.Equal(("éé", 1), (handle.ToString(), managed.GetStatistics().ManagedStrings));
        Assert.False(refusing.TryAllocate("éé"u8, out handle));
        Assert.True(handle.IsEmpty);
        Assert.True(refusing.TryAllocate("ééé"u8, out handle));
    }

    [Fact]
    public void A_contiguous_pool_makes_room_and_decodes_bytes_of_its_own()
    {
        using var pool = new UnmanagedStringPool(64, allowGrowth: false);
        PooledString first = pool.Allocate(new string('a', 20));
        PooledString second = pool.Allocate(new string('b', 20));
        first.Free();
        PooledString third = pool.Allocate("c");

        // Compaction moves the source while it is decoded. The bytes of the source are pairs of 'b' and 0.
        Assert.True(pool.TryAllocate(MemoryMarshal.AsBytes(second.AsSpan()[..14]), out PooledString decoded));
        Assert.Equal(string.Concat(Enumerable.Repeat("b\0", 14)), decoded.ToString());
        Assert.Equal((new string('b', 20), "c"), (second.ToString(), third.ToString()));
    }

    [Fact]
    public void A_pool_that_is_disposed_says_so()
    {
        Dispose();

        Assert.Throws<ObjectDisposedException>(() => _segmented.TryAllocate(s_utf8, out _));
        Assert.Throws<ObjectDisposedException>(() => _concurrent.TryAllocate($"{1}", out _));
        Assert.Throws<ObjectDisposedException>(() => _contiguous.TryAllocate(s_utf8, out _));
        Assert.Throws<ObjectDisposedException>(() => _utf8.TryAllocate("text", out _));
    }

    [OptimizedFact]
    public void Nothing_is_allocated_on_the_managed_heap()
    {
        int number = 0;

        long allocated = ManagedAllocations.Of(() =>
        {
            using ConcurrentStringPool.Writer writer = _concurrent.GetWriter();
            for (int i = 0; i < 100; i++)
            {
                number++;
                Free(_segmented.TryAllocate($"number {number}", out PooledStringRef handle), handle);
                Free(_segmented.TryAllocate(s_utf8, out handle), handle);
                Free(_concurrent.TryAllocate($"number {number}", out handle), handle);
                Free(_concurrent.TryAllocate(s_utf8, out handle), handle);
                Free(writer.TryAllocate($"number {number}", out handle), handle);
                Free(_contiguous.TryAllocate($"number {number}", out PooledString moving), moving);
                Free(_contiguous.TryAllocate(s_utf8, out moving), moving);
                Free(_utf8.TryAllocate($"number {number}", out PooledUtf8String utf8), utf8);
                Free(_concurrentUtf8.TryAllocate(Text, out utf8), utf8);
            }
        });

        Assert.Equal(0, allocated);
    }

    private static void Free<THandle>(bool allocated, THandle handle)
        where THandle : struct, IDisposable
    {
        if (!allocated)
        {
            throw new InvalidOperationException("An allocation was refused.");
        }

        handle.Dispose();
    }
}
