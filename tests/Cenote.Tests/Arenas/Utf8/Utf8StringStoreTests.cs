using System.Runtime.InteropServices;
using System.Text;
using Cenote.Arenas;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed class Utf8StringStoreTests
{
    [Fact]
    public void Texts_of_every_length_are_found()
    {
        using var arena = new Utf8StringStore();
        int[] lengths = [.. Enumerable.Range(1, 300), 8_186, 8_187, 8_188, 65_530, 65_531, 65_532, 65_536, 1_000_000];
        long[] ids = [.. lengths.Select(length => arena.Add(Text(length)))];

        for (int i = 0; i < ids.Length; i++)
        {
            Assert.True(arena.AsSpan(ids[i]).SequenceEqual(Text(lengths[i])), $"{lengths[i]} bytes");
        }

        Assert.Equal(ids.Length, arena.Count);
    }

    [Fact]
    public void A_short_text_takes_one_byte_more_than_it_has()
    {
        const int Count = 1_000_000;
        using var arena = new Utf8StringStore();
        byte[] text = Text(10);
        for (int i = 0; i < Count; i++)
        {
            arena.Add(text);
        }

        Assert.InRange(arena.BytesReserved, Count * 11L, (Count * 11L * 101 / 100) + (Environment.ProcessorCount << 17));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public unsafe void A_NUL_follows_each_text_that_native_code_is_given(bool clears)
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { NullTerminated = true, ClearOnFree = clears });
        int[] lengths = [.. Enumerable.Range(0, 300), 8_185, 8_186, 8_187, 8_188, 65_529, 65_530, 65_531, 65_536, 1_000_000];
        for (int round = 0; round < 3; round++)
        {
            // Adds two strings of each length, to check that the NUL of one does not overlap the next.
            long[] ids = [.. lengths.Concat(lengths).Select(length => arena.Add(WithoutNul(length)))];
            for (int i = 0; i < ids.Length; i++)
            {
                byte[] text = WithoutNul(lengths[i % lengths.Length]);
                Assert.True(arena.AsSpan(ids[i]).SequenceEqual(text), $"{text.Length} bytes");
                ReadOnlySpan<byte> terminated =
                    MemoryMarshal.CreateReadOnlySpanFromNullTerminated(arena.DangerousGetPointer(ids[i]));
                Assert.True(terminated.SequenceEqual(text), $"{text.Length} bytes");
            }

            Array.ForEach(ids[..(ids.Length / 2)], arena.Remove);
            Assert.Equal(lengths.Length - 1, arena.Count);
            Assert.Equal(lengths.Sum(), arena.GetStatistics().TextBytes);
            Assert.Throws<InvalidOperationException>(() => _ = (nint)arena.DangerousGetPointer(ids[1]));
            if (round == 1)
            {
                arena.Reset();
                Assert.Throws<InvalidOperationException>(() => _ = (nint)arena.DangerousGetPointer(ids[^1]));
            }
            else
            {
                Array.ForEach(ids[(ids.Length / 2)..], arena.Remove);
            }
        }

        arena.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _ = (nint)arena.DangerousGetPointer(0));
    }

    [Fact]
    public unsafe void NULs_within_a_text_are_passed_on()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { NullTerminated = true });
        long id = arena.Add("two\0NULs"u8);

        Assert.Equal("two\0NULs\0"u8, new ReadOnlySpan<byte>(arena.DangerousGetPointer(id), 9));
        Assert.Equal("two\0NULs", arena.GetString(id));
    }

    [Fact]
    public unsafe void An_arena_without_NULs_gives_no_pointers()
    {
        using var arena = new Utf8StringStore();
        long id = arena.Add("cenote"u8);

        Assert.Throws<InvalidOperationException>(() => _ = (nint)arena.DangerousGetPointer(id));
        Assert.Throws<InvalidOperationException>(() => _ = (nint)arena.DangerousGetPointer(0));
    }

    [Fact]
    public void A_NUL_takes_one_byte_more()
    {
        const int Count = 1_000_000;
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { NullTerminated = true });
        byte[] text = Text(10);
        for (int i = 0; i < Count; i++)
        {
            arena.Add(text);
        }

        Assert.InRange(arena.BytesReserved, Count * 12L, (Count * 12L * 101 / 100) + (Environment.ProcessorCount << 17));
    }

    [Fact]
    public void The_empty_text_is_0_and_stays()
    {
        using var arena = new Utf8StringStore();

        Assert.Equal(0, arena.Add(default(ReadOnlySpan<byte>)));
        Assert.Equal(0, arena.Add(""));
        arena.Remove(0);
        Assert.True(arena.TryRemove(0));
        Assert.True(arena.TryGetSpan(0, out ReadOnlySpan<byte> text) && text.IsEmpty);
        Assert.Equal("", arena.GetString(0));
        Assert.Equal((0, 0), (arena.Count, arena.BytesReserved));
    }

    [Theory]
    [InlineData("cenote")]
    [InlineData("Größe, 日本語 and \U0001F600")]
    public void UTF_16_is_converted(string text)
    {
        using var arena = new Utf8StringStore();
        string many = string.Concat(Enumerable.Repeat(text, 1_000));

        Assert.Equal(text, arena.GetString(arena.Add(text)));
        Assert.Equal(many, arena.GetString(arena.Add(many)));
        Assert.True(arena.TryAdd(many, out long id));
        Assert.Equal(Encoding.UTF8.GetBytes(many), arena.AsSpan(id));
        Assert.Equal("\uFFFD", arena.GetString(arena.Add("\uD800")));
    }

    [Fact]
    public void Bytes_that_are_no_UTF_8_are_kept()
    {
        using var arena = new Utf8StringStore();
        byte[] bytes = [0xFF, 0x00, 0xC0, 0x80];

        Assert.Equal(bytes, arena.AsSpan(arena.Add(bytes)));
    }

    [Fact]
    public void A_text_that_was_removed_is_stale_and_its_memory_is_used_again()
    {
        using var arena = new Utf8StringStore();
        long kept = arena.Add("kept"u8);
        HashSet<long> ids = [];
        for (int i = 0; i < 100_000; i++)
        {
            long id = arena.Add("gone"u8);
            Assert.True(ids.Add(id), "An id was returned twice.");
            arena.Remove(id);
            Assert.False(arena.TryGetSpan(id, out _));
            Assert.False(arena.TryRemove(id));
            if (i % 100 == 0)
            {
                Assert.Throws<InvalidOperationException>(() => arena.Remove(id));
                Assert.Throws<InvalidOperationException>(() => arena.AsSpan(id).Length);
                Assert.Throws<InvalidOperationException>(() => arena.GetString(id));
            }
        }

        Assert.All(ids, id => Assert.False(arena.TryGetSpan(id, out _)));
        Assert.Equal("kept", arena.GetString(kept));
        Assert.InRange(arena.BytesReserved, 1, Environment.ProcessorCount << 17);
    }

    // A cell has 128 generations, so 20,000 strings, one after another, use up whole slabs.
    [Fact]
    public void A_slab_whose_cells_are_used_up_becomes_new_memory()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { IdBits = 30 });
        byte[] text = Text(7_000);
        long first = arena.Add(text);
        var stale = new HashSet<long>();
        for (int i = 0; i < 20_000; i++)
        {
            long id = arena.Add(text);
            Assert.True(stale.Add(id), "An id was returned twice.");
            arena.Remove(id);
        }

        Assert.All(stale, id => Assert.False(arena.TryGetSpan(id, out _)));
        Assert.True(arena.TryGetSpan(first, out _));
        Assert.InRange(arena.BytesReserved, 1, (4 + Environment.ProcessorCount) << 16);
        Assert.InRange(arena.GetStatistics().BytesUsedUp, 0, 2 * 65_536);
    }

    [Fact]
    public void Long_texts_that_come_and_go_use_numbers_again()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { IdBits = Utf8StringStoreOptions.MinimumIdBits });
        byte[] text = Text(100_000);
        int added = 0;
        long last = 0;
        while (arena.TryAdd(text, out long id))
        {
            Assert.False(arena.TryGetSpan(last, out _) && last != 0);
            arena.Remove(id);
            last = id;
            added++;
        }

        // Each of the 15 slab numbers has 128 generations.
        Assert.Equal(15 * 128, added);
        Assert.Throws<OutOfMemoryException>(() => arena.Add(text));
        Assert.Equal(0, arena.Count);
    }

    [Fact]
    public void When_all_ids_are_used_up_the_arena_says_so_and_keeps_its_texts()
    {
        // The number of a removed id is reused only by the processor that added the string.
        using var arena = new Utf8StringStore(
            new Utf8StringStoreOptions { IdBits = Utf8StringStoreOptions.MinimumIdBits }, PageSource.System, processors: 1);
        List<long> ids = [];
        byte[] text = Text(7_000);
        while (arena.TryAdd(text, out long id))
        {
            ids.Add(id);
        }

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => arena.Add(text));
        Assert.Contains("ids", exception.Message, StringComparison.Ordinal);
        Assert.Throws<OutOfMemoryException>(arena.Reset);
        Assert.Equal(ids.Count, arena.Count);
        Assert.All(ids, id => Assert.InRange(id, 1, (1L << Utf8StringStoreOptions.MinimumIdBits) - 1));
        Assert.All(ids, id => Assert.True(arena.TryGetSpan(id, out _)));
        arena.Remove(ids[0]);
        Assert.True(arena.TryAdd(text, out _));
    }

    [Fact]
    public void A_reset_makes_all_ids_stale_and_keeps_the_memory()
    {
        using var arena = new Utf8StringStore();
        HashSet<long> ids = [];
        long held = 0;
        for (int round = 0; round < 300; round++)
        {
            for (int i = 1; i < 100; i++)
            {
                long id = arena.Add(Text(i));
                Assert.True(ids.Add(id), "An id was returned twice.");
                Assert.True(arena.AsSpan(id).SequenceEqual(Text(i)));
            }

            long giant = arena.Add(Text(50_000));
            arena.Reset();
            Assert.False(arena.TryGetSpan(giant, out _));
            held = round == 0 ? arena.BytesReserved : held;
        }

        Assert.All(ids, id => Assert.False(arena.TryGetSpan(id, out _)));
        Assert.InRange(arena.BytesReserved, 1, held * Environment.ProcessorCount);
        Assert.Equal(0, arena.Count);
    }

    [LongFact]
    public void Memory_of_lengths_that_are_gone_serves_others()
    {
        const int Bytes = 8 << 20;
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { MaximumBytes = 2 * Bytes });
        for (int length = 10; length < 60; length++)
        {
            byte[] text = Text(length);
            long[] ids = [.. Enumerable.Range(0, Bytes / (length + 8)).Select(_ => arena.Add(text))];
            Array.ForEach(ids, arena.Remove);
        }

        Assert.InRange(arena.BytesReserved, 1, Bytes);
    }

    [Fact]
    public void At_its_limit_an_arena_refuses_and_keeps_its_texts()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { MaximumBytes = 1 << 20 });
        long id = arena.Add("kept"u8);
        byte[] giant = Text(1 << 20);

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => arena.Add(giant));
        Assert.Contains("MaximumBytes", exception.Message, StringComparison.Ordinal);
        Assert.False(arena.TryAdd(giant, out long none));
        Assert.Equal((0, 1), (none, arena.Count));
        Assert.Equal("kept", arena.GetString(id));
    }

    // Strings of many lengths leave empty slabs, which together fill the limit.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void At_its_limit_an_arena_gives_memory_of_lengths_that_are_gone_to_others(bool resets)
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { MaximumBytes = 1 << 20 });
        long kept = arena.Add("kept"u8);
        HashSet<long> ids = [];
        for (int round = 0; round < 3; round++)
        {
            foreach (int length in Enumerable.Range(1, 9_000).Where(static length => length < 40 || length % 100 == 0))
            {
                long id = arena.Add(Text(length));
                Assert.True(ids.Add(id), "An id was returned twice.");
                Assert.True(arena.AsSpan(id).SequenceEqual(Text(length)));
                if (!resets)
                {
                    arena.Remove(id);
                }
                else if (length % 7 == 0)
                {
                    arena.Reset();
                    kept = arena.Add("kept"u8);
                }
            }
        }

        if (resets)
        {
            arena.Reset();
            kept = arena.Add("kept"u8);
        }

        // Takes all memory except the slab of the kept string.
        long whole = arena.Add(Text((15 << 16) - 5));
        Assert.Equal((2, 1 << 20), (arena.Count, arena.BytesReserved));
        Assert.Equal("kept", arena.GetString(kept));
        Assert.All(ids, id => Assert.False(arena.TryGetSpan(id, out _)));
        Assert.False(arena.TryAdd("refused"u8, out _));
        arena.Remove(whole);
        Assert.True(arena.TryAdd("again"u8, out _));
    }

    [Fact]
    public void Where_the_system_refuses_more_an_arena_gives_memory_of_lengths_that_are_gone_to_others()
    {
        var pages = new FailingPageSource();
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { ReservedAddressBytes = 0 }, pages);
        long kept = arena.Add("kept"u8);
        arena.Remove(arena.Add("gone for good"u8));
        pages.Fails = static _ => true;

        Assert.True(arena.TryAdd("of another length"u8, out long id));
        Assert.False(arena.TryAdd(Text(1_000), out _));
        Assert.Equal(("kept", "of another length"), (arena.GetString(kept), arena.GetString(id)));
    }

    [Fact]
    public void An_id_of_another_arena_is_refused()
    {
        using var one = new Utf8StringStore();
        using var other = new Utf8StringStore();
        long id = one.Add("text"u8);
        other.Add("text"u8);

        Assert.False(other.TryGetSpan(id, out _));
        Assert.False(other.TryRemove(id));
        Assert.Throws<InvalidOperationException>(() => other.Remove(id));
    }

    [Fact]
    public void Any_number_is_refused_or_finds_a_text()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { IdBits = 36 });
        var random = new Random(5);
        for (int i = 0; i < 1_000; i++)
        {
            arena.Add(Text(random.Next(1, 200)));
        }

        foreach (long id in (long[])[-1, 1, long.MinValue, long.MaxValue, 1 << 20, (1 << 20) - 1])
        {
            Assert.True(!arena.TryGetSpan(id, out ReadOnlySpan<byte> text) || text.Length < 200);
        }

        for (int i = 0; i < 100_000; i++)
        {
            long id = random.NextInt64(1L << 28);
            if (!arena.TryGetSpan(id, out _))
            {
                Assert.False(arena.TryRemove(id));
            }
        }

        Assert.Equal(1_000, arena.Count);
    }

    [Fact]
    public void A_copy_says_how_much_room_it_needs()
    {
        using var arena = new Utf8StringStore();
        long id = arena.Add("cenote"u8);
        byte[] room = new byte[6];

        Assert.False(arena.TryCopyTo(id, room.AsSpan(0, 5), out int length));
        Assert.Equal(6, length);
        Assert.True(arena.TryCopyTo(id, room, out length));
        Assert.Equal("cenote"u8, room);
        arena.Remove(id);
        Assert.False(arena.TryCopyTo(id, room, out length));
        Assert.Equal(0, length);
    }

    [Fact]
    public void Removed_texts_are_cleared_on_demand()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { ClearOnFree = true });
        long other = arena.Add("another"u8);
        long id = arena.Add("secret and long enough to have its length before it"u8);
        ReadOnlySpan<byte> text = arena.AsSpan(id);
        arena.Remove(id);

        // The first two bytes are the link of the free cell.
        Assert.Equal(-1, text[2..].IndexOfAnyExcept((byte)0));
        text = arena.AsSpan(other);
        arena.Reset();
        Assert.Equal(-1, text.IndexOfAnyExcept((byte)0));
    }

    // The span is longer than the memory it refers to; the call must not read that memory.
    [Fact]
    public unsafe void A_text_that_no_cell_can_hold_is_refused()
    {
        using var arena = new Utf8StringStore(new Utf8StringStoreOptions { MaximumBytes = 1 << 20 });
        byte one = 0;
        byte* text = &one;
        for (int length = int.MaxValue; length > int.MaxValue - 5; length--)
        {
            Assert.False(arena.TryAdd(new ReadOnlySpan<byte>(text, length), out _));
            int tooLong = length;
            ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(
                () => arena.Add(new ReadOnlySpan<byte>(text, tooLong)));
            Assert.Contains($"{int.MaxValue - 5} bytes", exception.Message, StringComparison.Ordinal);
        }

        Assert.Throws<OutOfMemoryException>(() => arena.Add(new ReadOnlySpan<byte>(text, int.MaxValue - 5)));
        Assert.Equal((0, 0), (arena.Count, arena.BytesReserved));
    }

    [Fact]
    public void A_disposed_arena_says_so()
    {
        var arena = new Utf8StringStore();
        long id = arena.Add("cenote"u8);
        arena.Dispose();
        arena.Dispose();

        Assert.True(arena.IsDisposed);
        Assert.False(arena.TryGetSpan(id, out _));
        Assert.False(arena.TryGetSpan(0, out _));
        Assert.False(arena.TryRemove(id));
        Assert.False(arena.TryAdd("cenote"u8, out _));
        Assert.False(arena.TryAdd("", out _));
        Assert.Equal((0, 0), (arena.Count, arena.BytesReserved));
        Assert.Throws<ObjectDisposedException>(() => arena.Add("cenote"u8));
        Assert.Throws<ObjectDisposedException>(() => arena.Add(default(ReadOnlySpan<byte>)));
        Assert.Throws<ObjectDisposedException>(() => arena.AsSpan(id).Length);
        Assert.Throws<ObjectDisposedException>(() => arena.Remove(id));
        Assert.Throws<ObjectDisposedException>(() => arena.GetString(0));
        Assert.Throws<ObjectDisposedException>(arena.Reset);
    }

    [Fact]
    public void A_disposed_arena_gives_its_memory_back()
    {
        var pages = new FailingPageSource();
        MakeAndDispose(pages);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();

        Assert.Equal(0, pages.Reservations);

        static void MakeAndDispose(FailingPageSource pages)
        {
            var arena = new Utf8StringStore(new Utf8StringStoreOptions(), pages);
            arena.Add(Text(100_000));
            arena.Dispose();
        }
    }

    [Theory]
    [InlineData(23, 1, 0, "IdBits")]
    [InlineData(64, 1, 0, "IdBits")]
    [InlineData(63, 0, 0, "MaximumBytes")]
    [InlineData(63, 1, -1, "ReservedAddressBytes")]
    public void Options_out_of_their_range_are_named(int idBits, long maximumBytes, long reserved, string option)
    {
        var options = new Utf8StringStoreOptions
        {
            IdBits = idBits,
            MaximumBytes = maximumBytes,
            ReservedAddressBytes = reserved,
        };

        ArgumentOutOfRangeException exception =
            Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8StringStore(options));
        Assert.StartsWith(option, exception.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => new Utf8StringStore(null!));
    }

    private static byte[] Text(int length) => [.. Enumerable.Range(length, length).Select(static i => (byte)(i * 7))];

    private static byte[] WithoutNul(int length) => [.. Enumerable.Range(length, length).Select(static i => (byte)(1 + (i % 255)))];
}
