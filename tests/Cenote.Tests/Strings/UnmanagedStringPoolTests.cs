using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class UnmanagedStringPoolTests : IDisposable
{
    private readonly UnmanagedStringPool _pool = new(1_024);

    public static TheoryData<int> Lengths => [1, 2, 3, 4, 5, 507, 508, 509, 512, 513, 2_000, 700_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(1, true)]
    [InlineData(7, false)]
    [InlineData(512, true)]
    [InlineData(1_000_001, false)]
    public void A_new_pool_is_empty_and_has_the_capacity_that_was_asked_for(int capacity, bool allowGrowth)
    {
        using var pool = new UnmanagedStringPool(capacity, allowGrowth);

        Assert.Equal(capacity, pool.FreeSpaceChars);
        Assert.Equal(capacity, pool.EndBlockSizeChars);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(allowGrowth, pool.AllowGrowth);
        Assert.False(pool.IsDisposed);
        Assert.Equal("", pool.DumpBufferAsString());
        Assert.InRange(pool.BytesReserved, capacity * sizeof(char), (capacity * sizeof(char)) + (256 << 10));
        Assert.InRange(pool.ManagedBytes, 1, 1_000);
    }

    [Fact]
    public void Growth_is_allowed_by_default() => Assert.True(_pool.AllowGrowth);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void A_capacity_that_is_not_positive_is_refused(int capacity)
    {
        Assert.Equal(
            "initialCapacityChars",
            Assert.Throws<ArgumentOutOfRangeException>(() => new UnmanagedStringPool(capacity)).ParamName);
        var options = new UnmanagedStringPoolOptions { InitialCapacityChars = capacity };
        Refused.Option("InitialCapacityChars", () => new UnmanagedStringPool(options));
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_text_reads_as_it_was_written(int length)
    {
        string text = Texts.Random(new Random(length), length);

        PooledString handle = _pool.Allocate(text);

        Assert.Equal(text, handle.ToString());
        Assert.Equal(length, handle.Length);
        Assert.True(_pool.AsSpan(handle.Id).SequenceEqual(text));
        Assert.True(_pool.TryGetSpan(handle.Id, out ReadOnlySpan<char> span) && span.SequenceEqual(text));
        Assert.Equal(text, _pool.Resolve(handle.Id).ToString());
        Assert.Equal(text, _pool.DumpBufferAsString());
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_freed_string_is_stale_and_the_next_of_its_size_takes_its_place(int length)
    {
        PooledString first = _pool.Allocate(new string('a', length));
        int end = _pool.EndBlockSizeChars;

        first.Free();
        PooledString second = _pool.Allocate(new string('b', length));

        Assert.False(first.IsAlive);
        Assert.False(_pool.TryGetSpan(first.Id, out ReadOnlySpan<char> text));
        Assert.True(text.IsEmpty);
        Assert.Throws<InvalidOperationException>(() => first.Length);
        Assert.Equal(new string('b', length), second.ToString());
        Assert.Equal(end, _pool.EndBlockSizeChars);
        first.Free();
        _pool.Free(first.Id);
        Assert.True(second.IsAlive);
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Fact]
    public void AllocateString_is_Allocate()
    {
        PooledString handle = _pool.AllocateString("text");

        Assert.Equal("text", handle.ToString());
        Assert.True(_pool.AllocateString("").IsEmpty);
    }

    [Fact]
    public void The_empty_string_is_no_allocation()
    {
        Assert.True(_pool.Allocate("").IsEmpty);
        Assert.True(_pool.CreateEmptyString().IsEmpty);
        Assert.Equal(PooledString.Empty, _pool.CreateEmptyString());
        Assert.True(_pool.Allocate(""u8).IsEmpty);
        Assert.True(_pool.Allocate($"").IsEmpty);
        Assert.True(_pool.AsSpan(default).IsEmpty);
        Assert.True(_pool.TryGetSpan(default, out _));
        Assert.True(_pool.Resolve(default).IsEmpty);
        _pool.Free(default(PooledStringId));
        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.Equal(1_024, _pool.FreeSpaceChars);
    }

    [Fact]
    public void A_full_pool_grows()
    {
        using var pool = new UnmanagedStringPool(10);
        PooledString[] handles = [.. Enumerable.Range(0, 20_000).Select(number => pool.Allocate($"text number {number}"))];

        Assert.All(handles, static (handle, number) => Assert.Equal($"text number {number}", handle.ToString()));
        Assert.Equal(20_000, pool.ActiveAllocations);
    }

    [Fact]
    public void A_pool_that_does_not_grow_holds_what_it_was_made_for_and_no_more()
    {
        for (int capacity = 1; capacity < 700; capacity++)
        {
            using var pool = new UnmanagedStringPool(capacity, allowGrowth: false);
            string text = new('x', capacity);

            OutOfMemoryException tooLong = Assert.Throws<OutOfMemoryException>(() => pool.Allocate(text + "x"));
            PooledString handle = pool.Allocate(text);

            Assert.Contains($"space for {capacity}", tooLong.Message, StringComparison.Ordinal);
            Assert.Equal(text, handle.ToString());
            Assert.Equal(0, pool.FreeSpaceChars);
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate("x"));
            handle.Free();
            Assert.Equal(capacity, pool.FreeSpaceChars);
            Assert.Equal(text, pool.Allocate(text).ToString());
        }
    }

    [Fact]
    public void After_a_refusal_the_pool_is_unchanged_and_usable()
    {
        using var pool = new UnmanagedStringPool(10, allowGrowth: false);
        PooledString kept = pool.Allocate("12345");
        int free = pool.FreeSpaceChars;

        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("much longer than what is left"));

        Assert.Equal("12345", kept.ToString());
        Assert.Equal(free, pool.FreeSpaceChars);
        Assert.Equal(1, pool.ActiveAllocations);
        pool.AllowGrowth = true;
        Assert.Equal("much longer than what is left", pool.Allocate("much longer than what is left").ToString());
        Assert.Equal("12345", kept.ToString());
        pool.AllowGrowth = false;
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', pool.FreeSpaceChars + 1)));
    }

    [Fact]
    public void Free_space_falls_by_block_and_comes_back()
    {
        PooledString handle = _pool.Allocate("Hello");

        // The string takes 8 bytes of header and 10 bytes of text, rounded up to 24 bytes.
        Assert.Equal(1_024 - 12, _pool.FreeSpaceChars);
        Assert.Equal(1_024 - 12, _pool.EndBlockSizeChars);
        handle.Free();
        Assert.Equal(1_024, _pool.FreeSpaceChars);
        Assert.Equal(1_024 - 12, _pool.EndBlockSizeChars);
    }

    [Fact]
    public void Interpolated_strings_are_formatted()
    {
        int number = 42;

        Assert.Equal("number 002a, [  text]", _pool.Allocate($"number {number:x4}, [{"text",6}]").ToString());
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Utf8_is_decoded(int length)
    {
        string text = Texts.RandomValid(new Random(length), length);

        Assert.Equal(text, _pool.Allocate(Encoding.UTF8.GetBytes(text)).ToString());
    }

    [Fact]
    public void Invalid_utf8_is_replaced() =>
        Assert.Equal("a\ufffdb", _pool.Allocate([(byte)'a', 0xFF, (byte)'b']).ToString());

    [Fact]
    public void Reserved_room_is_used_without_growth()
    {
        _pool.Reserve(100_000);
        long bytes = _pool.BytesReserved;

        for (int i = 0; i < 100_000 / 17; i++)
        {
            _pool.Allocate("seventeen chars !");
        }

        Assert.Equal(bytes, _pool.BytesReserved);
        Assert.Equal(100_000 / 17, _pool.ActiveAllocations);
    }

    [Fact]
    public void Reserving_is_refused_where_growth_would_be_needed_and_is_not_allowed()
    {
        using var pool = new UnmanagedStringPool(1_000, allowGrowth: false);
        PooledString kept = pool.Allocate("kept");
        pool.Allocate(new string('x', 500)).Free();

        pool.Reserve(900);

        Assert.InRange(pool.EndBlockSizeChars, 900, 1_000);
        Assert.Throws<OutOfMemoryException>(() => pool.Reserve(1_000));
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Reserve(-1));
        Assert.Equal("kept", kept.ToString());
    }

    [Fact]
    public void Statistics_count_strings_and_bytes()
    {
        PooledString first = _pool.Allocate("four");
        _pool.Allocate(new string('x', 1_000));
        first.Free();

        StringPoolStatistics statistics = _pool.GetStatistics();

        Assert.Equal(1, statistics.ActiveAllocations);
        Assert.Equal(2, statistics.TotalAllocations);
        Assert.Equal(2_000, statistics.TextBytes);
        Assert.Equal(_pool.BytesReserved, statistics.BytesReserved);
        Assert.Equal(_pool.ManagedBytes, statistics.ManagedBytes);
        Assert.Equal(0, statistics.RetiredCells);
        Assert.InRange(statistics.Overhead, 0, 1);
    }

    [Fact]
    public void The_dump_is_the_live_texts_in_the_order_of_the_block()
    {
        PooledString first = _pool.Allocate("first ");
        PooledString second = _pool.Allocate("second ");
        _pool.Allocate("third ");
        second.Free();

        Assert.Equal("first third ", _pool.DumpBufferAsString());
        _pool.Allocate("another");
        Assert.Equal("first another" + "third ", _pool.DumpBufferAsString());
        first.Free();
        _pool.DefragmentAndGrowPool(0);
        Assert.Equal("another" + "third ", _pool.DumpBufferAsString());
    }

    [Fact]
    public void Ids_of_other_pools_are_refused()
    {
        using var other = new UnmanagedStringPool(1_024);
        using var segmented = new SegmentedStringPool();
        PooledString own = _pool.Allocate("own");

        Assert.False(_pool.TryGetSpan(other.Allocate("other").Id, out _));
        Assert.False(_pool.TryGetSpan(segmented.Allocate("other").Id, out _));
        Assert.False(_pool.TryGetSpan(segmented.Allocate(new string('x', 1_000)).Id, out _));
        other.Free(own.Id);
        Assert.True(own.IsAlive);
        Assert.Equal(1, other.ActiveAllocations);
    }
}
