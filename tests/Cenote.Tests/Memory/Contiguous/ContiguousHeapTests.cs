using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Contiguous;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Contiguous;

public sealed unsafe class ContiguousHeapTests : IDisposable
{
    private const uint Last = Generation.Retired - 1;

    private ContiguousHeap _heap = Make(10_000);

    public void Dispose() => _heap.Dispose();

    [Fact]
    public void A_slot_takes_16_bytes() => Assert.Equal(16, Unsafe.SizeOf<ContiguousSlot>());

    [Fact]
    public void A_block_is_a_header_and_the_text_in_whole_units()
    {
        for (uint bytes = 1; bytes <= ContiguousHeap.MaxExactBytes; bytes++)
        {
            ulong end = _heap.End;

            Take(bytes);

            Assert.Equal((8 + bytes + 7) / 8 * 8, _heap.End - end);
            _heap.Clear();
        }
    }

    [Fact]
    public void Blocks_of_long_texts_are_rounded_up_by_a_sixteenth_at_most()
    {
        using var scope = new Scope(Make(1 << 22));
        for (uint bytes = ContiguousHeap.MaxExactBytes + 1; bytes < 400_000; bytes += bytes / 37)
        {
            scope.Heap.Clear();
            scope.Heap.Take(bytes, out _);

            Assert.InRange(scope.Heap.End, bytes + 8, bytes + 8 + (bytes / 16) + 32);
        }
    }

    [Fact]
    public void The_slot_that_was_freed_last_is_taken_first_with_its_block()
    {
        CellId first = Take(100);
        CellId second = Take(100);
        byte* text = TextOf(second);
        Free(first);
        Free(second);

        CellId third = Take(98);
        CellId fourth = Take(105);

        Assert.Equal(second.Index, third.Index);
        Assert.Equal(second.Generation + 2, third.Generation);
        Assert.True(text == TextOf(third));
        Assert.NotEqual(first.Index, fourth.Index);
        Assert.Equal(first.Index, Take(97).Index);
    }

    [Theory]
    [InlineData(2_000)]
    [InlineData(5_000)]
    public void A_long_text_takes_the_block_of_a_freed_one_of_its_class(uint bytes)
    {
        CellId first = Take(bytes);
        ulong end = _heap.End;
        Free(first);

        CellId second = Take(bytes);

        Assert.Equal(first.Index, second.Index);
        Assert.Equal(end, _heap.End);
        Assert.Equal(end, _heap.LiveBytes);
    }

    [Fact]
    public void A_block_cut_to_what_was_left_goes_to_a_class_that_it_fits()
    {
        for (uint left = ContiguousHeap.MaxExactBytes - 20; left < 6_000; left += 2)
        {
            using var scope = new Scope(Make(left + 8));
            scope.Heap.Take(left, out CellId whole);
            Assert.True(Fits(whole, left));
            scope.Free(whole);
            for (uint bytes = left; bytes >= left - (left / 10); bytes--)
            {
                Assert.True(scope.Heap.Take(bytes, out CellId id) != null, "Freed memory was not found.");
                Assert.True(Fits(id, bytes));
                Assert.InRange(scope.Heap.LiveBytes, bytes + 8, scope.Heap.End);
                Assert.Equal(scope.Heap.End, scope.Heap.LiveBytes);
                scope.Free(id);
            }

            bool Fits(CellId id, uint bytes) =>
                scope.Heap.Find(id)->Bytes == bytes
                    && ((ulong)scope.Heap.Find(id)->Offset * 8) + 8 + bytes <= scope.Heap.Capacity;
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(3_000)]
    public void A_slot_that_is_worn_out_is_retired_and_never_used_again(uint bytes)
    {
        CellId id = WearOut(Take(bytes), Last - 2);
        Free(id);
        CellId last = Take(bytes);
        Assert.Equal(new CellId(id.Index, Last), last);
        Assert.Equal(0, _heap.Count().Retired);

        Free(last);

        Assert.Equal(1, _heap.Count().Retired);
        Assert.Equal(0, _heap.LiveCount);
        Assert.True(_heap.Find(last) == null);
        CellId next = Take(bytes);
        Assert.NotEqual(id.Index, next.Index);
        Free(next);
        _heap.Compact();
        Assert.Equal(0UL, _heap.End);
        AssertNotUsed(id.Index, bytes);
        _heap.Clear();
        AssertNotUsed(id.Index, bytes);
        Assert.Equal(1, _heap.Count().Retired);
    }

    [Fact]
    public void Clear_retires_worn_slots_as_well()
    {
        CellId worn = WearOut(Take(100), Last);
        Take(100);

        _heap.Clear();

        Assert.Equal(1, _heap.Count().Retired);
        AssertNotUsed(worn.Index, 100);
    }

    [Fact]
    public void Compaction_keeps_order_texts_and_slots()
    {
        var random = new Random(3);
        using var scope = new Scope(Make(1 << 20));
        var ids = new List<(CellId Id, byte Fill)>();
        for (int i = 0; i < 1_000; i++)
        {
            uint bytes = (uint)random.Next(1, 700);
            byte fill = (byte)random.Next(256);
            new Span<byte>(scope.Heap.Take(bytes, out CellId id), (int)bytes).Fill(fill);
            ids.Add((id, fill));
        }

        for (int i = 0; i < 1_000; i++)
        {
            if (random.Next(3) == 0)
            {
                scope.Free(ids[i].Id);
            }
        }

        scope.Heap.Compact();

        Assert.Equal(scope.Heap.End, scope.Heap.LiveBytes);
        uint offset = 0;
        foreach ((CellId id, byte fill) in ids)
        {
            ContiguousSlot* slot = scope.Heap.Find(id);
            if (slot != null)
            {
                Assert.True(slot->Offset >= offset, "The order has changed.");
                offset = slot->Offset;
                Assert.Equal(-1, new ReadOnlySpan<byte>(scope.Heap.TextOf(slot), (int)slot->Bytes).IndexOfAnyExcept(fill));
            }
        }

        uint slots = (uint)scope.Heap.Limit;
        for (int i = 0; i < 1_000 - (int)scope.Heap.LiveCount; i++)
        {
            Assert.True(scope.Heap.TryTake(1, out _) != null);
        }

        Assert.Equal(slots, scope.Heap.Limit);
    }

    [Fact]
    public void Release_pace_doubles_its_pauses_while_releases_are_regretted()
    {
        var clock = new ManualClock();
        var pace = new ReleasePace(clock);
        Assert.True(pace.Allows);
        foreach (int seconds in (int[])[1, 2, 4, 8, 16, 32, 60, 60])
        {
            pace.Released();
            clock.Advance(TimeSpan.FromSeconds(0.9));
            pace.Grew();
            pace.Grew();
            clock.Advance(TimeSpan.FromSeconds(seconds - 1));
            Assert.False(pace.Allows);
            clock.Advance(TimeSpan.FromSeconds(0.1));
            Assert.True(pace.Allows);
        }

        // A second release within a second of the first does not reset the pause.
        pace.Released();
        Assert.True(pace.Allows);
        pace.Released();
        pace.Grew();
        clock.Advance(TimeSpan.FromSeconds(59));
        Assert.False(pace.Allows);

        // If the heap does not grow within a second of a release, the next release resets the pause.
        clock.Advance(TimeSpan.FromSeconds(1));
        pace.Released();
        clock.Advance(TimeSpan.FromSeconds(1));
        pace.Grew();
        pace.Released();
        pace.Grew();
        clock.Advance(TimeSpan.FromSeconds(0.9));
        Assert.False(pace.Allows);
        clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.True(pace.Allows);
    }

    [Fact]
    public void Slots_that_stay_bare_through_a_compaction_are_used()
    {
        foreach (CellId id in Fill(ref _heap, 10))
        {
            Free(id);
        }

        _heap.Compact();
        Free(Take(100));
        _heap.Compact();

        Fill(ref _heap, 10);

        Assert.Equal(11u, _heap.Limit);
    }

    [Fact]
    public void Freeing_short_texts_gives_memory_back()
    {
        using var scope = new Scope(Make(10_000, allowsGrowth: true));
        CellId[] ids = Fill(ref scope.Heap, 40_000);
        long before = scope.Heap.NativeBytes;

        Array.ForEach(ids, scope.Free);

        Assert.InRange(scope.Heap.NativeBytes, 1, before / 2);
    }

    [Fact]
    public void Freeing_moves_no_text_that_is_pinned()
    {
        using var scope = new Scope(Make(10_000, allowsGrowth: true));
        CellId[] ids = Fill(ref scope.Heap, 40_000);
        scope.Heap.Pin();

        Array.ForEach(ids[..^1], scope.Free);

        Assert.Equal(0u, scope.Heap.Compactions);
    }

    [Fact]
    public void Making_room_moves_no_text_that_is_pinned()
    {
        CellId[] ids = [Take(2_000), Take(2_000), Take(2_000), Take(2_000)];
        Free(ids[0]);
        Free(ids[2]);
        _heap.Pin();

        Assert.True(_heap.Take(4_000, out _) == null);

        Assert.Equal(0u, _heap.Compactions);
        _heap.Unpin();
        Assert.True(_heap.Take(4_000, out _) != null);
        Assert.Equal(1u, _heap.Compactions);
    }

    [Fact]
    public void Memory_that_was_needed_again_at_once_is_kept_for_a_second()
    {
        var clock = new ManualClock();
        using var scope = new Scope(Make(10_000, allowsGrowth: true, clock));
        Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        CellId[] ids = Fill(ref scope.Heap, 40_000);
        long before = scope.Heap.NativeBytes;

        Array.ForEach(ids[..^1_000], scope.Free);

        Assert.Equal(before, scope.Heap.NativeBytes);
        clock.Advance(TimeSpan.FromSeconds(1));
        ids = Fill(ref scope.Heap, 39_000);
        Array.ForEach(ids, scope.Free);
        Assert.InRange(scope.Heap.NativeBytes, 1, before / 2);
    }

    [Fact]
    public void Memory_stays_while_many_texts_and_few_take_turns()
    {
        var clock = new ManualClock();
        using var scope = new Scope(Make(10_000, allowsGrowth: true, clock));
        Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        long before = scope.Heap.NativeBytes;
        for (int turn = 0; turn < 10; turn++)
        {
            ReplaceOne(ref scope.Heap, 100_000);
            Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        }

        Assert.Equal(before, scope.Heap.NativeBytes);

        // Committing the 4 MiB of these strings again would take 2 ms.
        ReplaceOne(ref scope.Heap, 10_000);
        clock.Advance(TimeSpan.FromMilliseconds(3));
        ReplaceOne(ref scope.Heap, 10_000);
        Assert.InRange(scope.Heap.NativeBytes, 1, before / 2);
    }

    [Fact]
    public void Memory_goes_at_once_when_nearly_all_of_it_was_replaced_since_it_was_used()
    {
        using var scope = new Scope(Make(10_000, allowsGrowth: true, new ManualClock()));
        Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        Array.ForEach(Fill(ref scope.Heap, 40_000), scope.Free);
        long before = scope.Heap.NativeBytes;

        ReplaceOne(ref scope.Heap, 800_000);

        Assert.InRange(scope.Heap.NativeBytes, 1, before / 2);
    }

    [Fact]
    public void Spare_memory_lasts_once_it_was_seen_for_as_long_as_fetching_it_takes()
    {
        var clock = new ManualClock();
        var pace = new ReleasePace(clock);
        Assert.False(pace.HasLasted(isSpare: true, bytes: 2_000_000));
        clock.Advance(TimeSpan.FromMilliseconds(0.9));
        Assert.False(pace.HasLasted(isSpare: true, bytes: 2_000_000));
        clock.Advance(TimeSpan.FromMilliseconds(0.1));
        Assert.False(pace.HasLasted(isSpare: true, bytes: 2_100_000));
        Assert.True(pace.HasLasted(isSpare: true, bytes: 2_000_000));
        Assert.False(pace.HasLasted(isSpare: false, bytes: 2_000_000));
        Assert.False(pace.HasLasted(isSpare: true, bytes: 2_000_000));
    }

    private static void ReplaceOne(ref ContiguousHeap heap, int times)
    {
        CellId id = Fill(ref heap, 1)[0];
        for (int i = 0; i < times; i++)
        {
            Free(ref heap, id);
            id = Fill(ref heap, 1)[0];
        }

        Free(ref heap, id);
    }

    private static ContiguousHeap Make(ulong capacity, bool allowsGrowth = false, TimeProvider? clock = null)
    {
        var heap = default(ContiguousHeap);
        Assert.True(
            heap.TryInitialize(
                new ContiguousMemory(PageSource.System), capacity, allowsGrowth, clock ?? TimeProvider.System));
        return heap;
    }

    private static CellId[] Fill(ref ContiguousHeap heap, int count)
    {
        var ids = new CellId[count];
        for (int i = 0; i < count; i++)
        {
            Assert.True(heap.Take(100, out ids[i]) != null, "There is no room.");
        }

        return ids;
    }

    private CellId Take(uint bytes)
    {
        Assert.True(_heap.Take(bytes, out CellId id) != null, "There is no room.");
        return id;
    }

    private void Free(CellId id) => Free(ref _heap, id);

    // Frees a string in the same way as a pool.
    private static void Free(ref ContiguousHeap heap, CellId id)
    {
        if (!heap.TryFree(id))
        {
            heap.FreeSlow(id);
        }
    }

    private byte* TextOf(CellId id) => _heap.TextOf(_heap.Find(id));

    private CellId WearOut(CellId id, uint generation)
    {
        _heap.Find(id)->Generation = generation;
        return new CellId(id.Index, generation);
    }

    private void AssertNotUsed(uint index, uint bytes)
    {
        for (int i = 0; i < 50; i++)
        {
            CellId id = Take(bytes);
            Assert.NotEqual(index, id.Index);
            if (bytes > 100 || i % 2 == 0)
            {
                Free(id);
            }
        }
    }

    // Disposes the struct in place.
    private sealed class Scope(ContiguousHeap heap) : IDisposable
    {
        public ContiguousHeap Heap = heap;

        public void Free(CellId id) => ContiguousHeapTests.Free(ref Heap, id);

        public void Dispose() => Heap.Dispose();
    }
}
