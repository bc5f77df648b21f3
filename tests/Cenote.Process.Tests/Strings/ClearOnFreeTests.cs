using System.Buffers;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

/// <summary>
/// After a string is freed, its text is nowhere in the process. The same search finds the text if the option is off.
/// </summary>
public sealed class ClearOnFreeTests
{
    private static readonly int[] s_lengths = [67, 70, 100, 128, 129, 500, 1_000, 1_500, 5_000, 70_000, 700_000];

    [LinuxFact]
    public void Segmented_pool()
    {
        AssertLeavesNothing(() => new TestedStringPool(new SegmentedStringPool(new() { ClearOnFree = true })), MarkedTexts.Mark);
        AssertLeavesNothing(
            () => new TestedStringPool(
                new SegmentedStringPool(new() { ClearOnFree = true, ReservedAddressBytes = 0 })), MarkedTexts.Mark);
    }

    [LinuxFact(IsLong = true)]
    public void Concurrent_pool() =>
        AssertLeavesNothing(() => new TestedStringPool(new ConcurrentStringPool(new() { ClearOnFree = true })), MarkedTexts.Mark);

    [LinuxFact(IsLong = true)]
    public void Contiguous_pool() =>
        AssertLeavesNothing(
            () => new TestedUnmanagedPool(
                new UnmanagedStringPool(new UnmanagedStringPoolOptions { ClearOnFree = true })), MarkedTexts.Mark);

    [LinuxFact]
    public void A_block_that_is_compacted_keeps_no_copy_of_what_moved()
    {
        const int Length = 85;
        MarkedTexts.Renew();
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions { ClearOnFree = true });
        PooledString[] handles =
            [.. Enumerable.Range(0, 1_001).Select(_ => pool.Create(Length, 0, static (text, _) => MarkedTexts.Mark(text)))];
        for (int i = 0; i < handles.Length; i += 2)
        {
            handles[i].Free();
        }

        int places = MarkedTexts.Count();
        Assert.InRange(places, 500, 500 * Length);
        pool.DefragmentAndGrowPool(0);
        MarkedTexts.AssertCount(places);
    }

    [LinuxFact(IsLong = true)]
    public void Utf8_pool() =>
        AssertLeavesNothing(() => new TestedUtf8Pool(new Utf8StringPool(new() { ClearOnFree = true })), MarkedTexts.Mark);

    [LinuxFact(IsLong = true)]
    public void Concurrent_utf8_pool() =>
        AssertLeavesNothing(
            () => new TestedUtf8Pool(new ConcurrentUtf8StringPool(new() { ClearOnFree = true })), MarkedTexts.Mark);

    [LinuxFact]
    public void The_search_finds_what_is_left_where_the_option_is_off()
    {
        MarkedTexts.Renew();
        using var pool = new SegmentedStringPool();
        PooledStringRef handle = pool.Create(500, 0, static (text, _) => MarkedTexts.Mark(text));
        Assert.NotEqual(0, MarkedTexts.Count());
        handle.Free();
        Assert.NotEqual(0, MarkedTexts.Count());

        // Overwrites the text, so that no other test finds it.
        pool.Create(500, 0, static (text, _) => text.Fill('x'));
    }

    [Fact]
    public void A_pool_that_overwrites_what_ends_works_as_others_do()
    {
        using var pool = new ConcurrentStringPool(new() { ClearOnFree = true });
        PooledStringRef[] handles = [.. Enumerable.Range(0, 3_000).Select(number => pool.Allocate($"text {number}"))];
        Array.ForEach(handles[..1_500], static handle => handle.Free());
        Array.ForEach(handles[..1_500], static handle => handle.Free());
        Assert.Equal(1_500, pool.ActiveAllocations);
        Assert.All(handles[..1_500], static handle => Assert.False(handle.IsAlive));
        Assert.Equal(
            Enumerable.Range(1_500, 1_500).Select(
                static number => $"text {number}"), handles[1_500..].Select(static handle => handle.ToString()));
        long bytes = pool.BytesReserved;
        for (int i = 0; i < 20_000; i++)
        {
            pool.Allocate($"text {i % 1_000}").Free();
        }

        Assert.Equal(1_500, pool.ActiveAllocations);
        Assert.InRange(pool.BytesReserved, 0, bytes + (1 << 20));
    }

    private static void AssertLeavesNothing<THandle, TUnit>(Func<TestedPool<THandle, TUnit>> newPool, Marking<TUnit> mark)
        where THandle : struct
        where TUnit : unmanaged
    {
        MarkedTexts.Renew();
        TestedPool<THandle, TUnit> pool = newPool();
        SpanAction<TUnit, int> fill = (text, _) => mark(text);
        var random = new Random(7);

        // Strings that are freed in an order that leaves gaps.
        THandle[] handles = Fill();
        Assert.InRange(MarkedTexts.Count(), handles.Length / 2, int.MaxValue);
        random.Shuffle(handles);
        Array.ForEach(handles, pool.Free);
        MarkedTexts.AssertCount(0);

        // Strings that are moved: if half are freed before a trim and half after it, no text is left.
        handles = Fill();
        random.Shuffle(handles);
        Array.ForEach(handles[..(handles.Length / 2)], pool.Free);
        pool.Trim();
        Array.ForEach(handles[(handles.Length / 2)..], pool.Free);
        MarkedTexts.AssertCount(0);

        Fill();
        pool.Clear();
        MarkedTexts.AssertCount(0);

        // Text that a callback wrote before it threw.
        Assert.Throws<NotSupportedException>(() => pool.Create(3_000, 0, (text, _) =>
        {
            mark(text);
            throw new NotSupportedException();
        }));
        MarkedTexts.AssertCount(0);

        Fill();
        pool.Dispose();
        MarkedTexts.AssertCount(0);

        THandle[] Fill() => [.. Enumerable.Range(0, 6).SelectMany(_ => s_lengths).Select(length => pool.Create(length, 0, fill))];
    }

    private delegate void Marking<TUnit>(Span<TUnit> text);
}
