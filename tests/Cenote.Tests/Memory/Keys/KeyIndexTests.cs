using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Keys;

public sealed unsafe class KeyIndexTests : IDisposable
{
    private const int TextOffset = 12;

    private readonly FailingPageSource _pages = new();
    private KeyIndex _index;

    public KeyIndexTests()
    {
        var space = new AddressSpace(_pages, 64 << 20, long.MaxValue);
        Assert.True(_index.TryInitialize(space, TextOffset, compact: true, capacity: 0));
    }

    public void Dispose() => _index.Close(isWritable: false);

    [Fact]
    public void A_search_ends_in_a_segment_whose_counts_are_all_full()
    {
        for (int i = 0; i < 10_000; i++)
        {
            Add($"key {i}");
        }

        for (uint hash = 0; hash <= 0xffff; hash++)
        {
            (_index.Table.SegmentOf(hash) + (hash & _index.Table.BucketMask))->Overflow = 255;
        }

        Assert.True(Find("missing") == null);
        Assert.True(_index.FindConcurrently("missing".AsSpan(), _index.HashOf("missing"), TextOffset) == null);
        Assert.False(_index.TryLocate("missing", out _));
        Assert.True(Find("key 77") != null);
    }

    [Theory]
    [InlineData(64 << 20)]
    [InlineData(0)]
    public void An_index_that_is_none_leads_a_reader_to_no_memory(long reservation)
    {
        var space = new AddressSpace(_pages, reservation, long.MaxValue);
        var index = default(KeyIndex);
        Assert.True(index.TryInitialize(space, TextOffset, compact: true, capacity: 0));
        Assert.True(index.TryAdd<char>("key", index.HashOf("key")) != null);
        uint last = 0;
        for (uint i = 0; i < 1_000; i++)
        {
            uint granule = i * AddressSpace.GranuleUnits;
            last = index.Cells.TryAt(granule, 1) != null ? granule + AddressSpace.GranuleUnits : last;
        }

        Assert.InRange(last, 2 * AddressSpace.GranuleUnits, 999 * AddressSpace.GranuleUnits);
        Assert.True(index.Cells.TryAt(last - 2, 2) == index.Cells.At(last - 2));
        Assert.True(index.Cells.TryAt(last - 2, 3) == null);
        Assert.True(index.Cells.TryAt(last, 2) == null);
        Assert.True(index.Cells.TryAt(uint.MaxValue, 2) == null);
        index.Close(isWritable: false);
    }

    [Fact]
    public void Beside_a_writer_a_bucket_may_say_anything()
    {
        KeyCell* cell = Add("a key of some length");
        uint hash = _index.HashOf("a key of some length");
        Bucket* bucket = _index.Table.SegmentOf(hash) + (hash & _index.Table.BucketMask);
        Assert.True(_index.FindConcurrently("a key of some length".AsSpan(), hash, TextOffset) == cell);
        uint index = Bucket.CellAt(bucket, 0);

        foreach (uint other in new uint[] { 0, index + 1, 0x00ff_ffff, uint.MaxValue })
        {
            Bucket.Set(bucket, 0, BucketTable.TagOf(hash), other);
            Assert.True(_index.FindConcurrently("a key of some length".AsSpan(), hash, TextOffset) == null);
        }
    }

    // A bucket may lead a reader to the last units of memory. Here the bytes after them are readable and contain the requested
    // key.
    [Fact]
    public void Beside_a_writer_a_cell_ends_where_memory_does()
    {
        string key = new('\0', 40);
        var pages = new ArrangedPageSource(64);
        var index = default(KeyIndex);
        Assert.True(
            index.TryInitialize(new AddressSpace(pages, 32 << 16, long.MaxValue), TextOffset, compact: true, capacity: 0));
        Assert.True(index.TryAdd<char>(key, index.HashOf(key)) != null);
        uint hash = index.HashOf(key);
        uint end = index.Space.Limit;
        Assert.InRange(end, AddressSpace.GranuleUnits, (32 * AddressSpace.GranuleUnits) - 1);
        Bucket* bucket = index.Table.SegmentOf(hash) + (hash & index.Table.BucketMask);
        foreach (uint units in new uint[] { 7, 6, 2 })
        {
            index.Cells.At(end - units)->Header = KeyCell.NarrowHeader(KeyCell.WideHeader(hash, key.Length));
            Bucket.Set(bucket, 0, BucketTable.TagOf(hash), end - units);

            KeyCell* found = index.FindConcurrently<char>(key, hash, TextOffset);

            Assert.True(found == (units == 7 ? index.Cells.At(end - units) : null));
        }

        index.Close(isWritable: false);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(64 << 20)]
    public void Beside_a_writer_long_keys_are_found(long reservation)
    {
        var index = default(KeyIndex);
        Assert.True(
            index.TryInitialize(new AddressSpace(_pages, reservation, long.MaxValue), TextOffset, compact: true, capacity: 0));
        foreach (int length in new[] { 60_000, 65_500, 70_000, 1_100_000, 5_000_001 })
        {
            foreach (string key in new[] { new string('x', length), new string('é', length) })
            {
                KeyCell* cell = index.TryAdd<char>(key, index.HashOf(key));

                Assert.True(
                    cell != null && index.FindConcurrently<char>(key, index.HashOf(key), TextOffset) == cell, $"{length} chars");
            }
        }

        index.Close(isWritable: false);
    }

    // The first and last granules are the right distance apart, but the granules between them are elsewhere.
    [Fact]
    public void Memory_found_through_the_table_is_that_of_a_cell_only_if_all_of_it_lies_in_a_row()
    {
        const uint Granule = AddressSpace.GranuleUnits;
        var pages = new ArrangedPageSource(10, 0, 5, 2, 3, 4);
        var space = new AddressSpace(pages, 0, long.MaxValue);
        KeyHeap cells = default;
        cells.Initialize(space, TextOffset);
        for (int i = 0; i < 5; i++)
        {
            Assert.True(space.TryLend(1, indexed: true, out _));
        }

        Assert.True(cells.TryAt(0, 3 * Granule) == null);
        Assert.True(cells.TryAt(Granule - 1, Granule + 2) == null);
        Assert.True(cells.TryAt(0, Granule) == (KeyCell*)space.Address(0));
        Assert.True(cells.TryAt(0, Granule + 1) == null);
        Assert.True(cells.TryAt(2 * Granule, 3 * Granule) == (KeyCell*)space.Address(2 * Granule));
        Assert.True(cells.TryAt((2 * Granule) + 1, 3 * Granule) == null);
        space.Dispose();
    }

    [Fact]
    public void Beside_a_writer_a_cell_may_say_that_it_ends_beyond_the_memory()
    {
        // The bytes after the last unit are readable zeros: an overread would find the key instead of crashing the process.
        Add("key");
        uint end = _index.Space.Limit;
        Assert.True(_pages.TryCommit(_index.Space.Base + ((nuint)end << AddressSpace.UnitShift), 4 * AddressSpace.GranuleBytes));
        string key = new('\0', 50_000);
        uint hash = _index.HashOf(key);
        KeyCell* last = _index.Cells.At(end - KeyCell.MinimumUnits);
        last->Header = KeyCell.WideHeader(hash, key.Length);
        _index.Table.Add(hash, end - KeyCell.MinimumUnits);

        Assert.True(_index.Find(key, hash, TextOffset) == last);
        Assert.True(_index.FindConcurrently<char>(key, hash, TextOffset) == null);
    }

    [Fact]
    public void The_next_key_of_its_size_takes_the_cell_of_a_removed_one()
    {
        Add("first");
        KeyCell* removed = Add("12345");
        Assert.True(_index.TryLocate("12345", out KeyPlace place));

        _index.Remove(place);

        Assert.True(Add("67890") == removed);
    }

    [Fact]
    public void Long_keys_have_memory_of_their_own_that_is_given_back_at_once()
    {
        Add("short");
        long before = _index.Space.BytesLent;
        long runBytes = _index.Cells.RunBytes;
        string key = new('x', 20 << 20);

        Add(key);
        Assert.Equal(1, _index.Cells.LongCells);
        Assert.InRange(_index.Space.BytesLent, before + key.Length, before + key.Length + (128 << 10));
        Assert.InRange(_index.Cells.RunBytes, runBytes + key.Length, runBytes + key.Length + (128 << 10));
        Assert.True(_index.TryLocate(key, out KeyPlace place));
        _index.Remove(place);

        Assert.Equal(before, _index.Space.BytesLent);
        Assert.Equal(runBytes, _index.Cells.RunBytes);
        Assert.Equal(0, _index.Cells.LongCells);
    }

    [Fact]
    public void What_is_left_of_a_cell_that_is_split_serves_the_smallest_keys()
    {
        using var space = new AddressSpace(_pages, 64 << 20, maximumBytes: 2 * AddressSpace.GranuleBytes);
        Assert.True(space.TryLend(1, indexed: true, out _));
        KeyHeap cells = default;
        cells.Initialize(space, TextOffset);
        KeyCell* freed = cells.TryTake(68, out uint index);
        freed->Header = KeyCell.NarrowHeader(KeyCell.WideHeader(0, 68));
        while (cells.TryTake(4, out _) != null)
        {
        }

        cells.Free(freed, index);

        Assert.True(cells.TryTake(52, out uint front) != null);
        Assert.True(cells.TryTake(4, out uint rest) != null);
        Assert.Equal((index, index + 8), (front, rest));
        Assert.Equal(0, cells.FreeUnits);
    }

    [Fact]
    public void Segments_are_split_no_sooner_than_they_are_full()
    {
        for (int i = 0; i < 100_000; i++)
        {
            Add($"key {i}");
        }

        // Eight full segments hold only 81,920 keys, so the table has 16 segments.
        Assert.Equal(16 * 1_024, _index.Table.Buckets);
        Assert.Equal(0, _index.Rehashes);
        for (int i = 0; i < 100_000; i++)
        {
            Assert.True(Find($"key {i}") != null);
        }
    }

    [Fact]
    public void Keys_are_stored_as_bytes_only_where_that_is_wanted()
    {
        KeyIndex wide = default;
        Assert.True(
            wide.TryInitialize(new AddressSpace(_pages, 64 << 20, long.MaxValue), TextOffset, compact: false, capacity: 0));

        Assert.True(Add("key")->IsNarrow);
        Assert.False(wide.TryAdd<char>("key", wide.HashOf("key"))->IsNarrow);
        wide.Close(isWritable: false);
    }

    [Fact]
    public void Nothing_is_left_of_keys_in_warm_memory_once_the_index_has_ended()
    {
        for (int i = 0; i < 15_000; i++)
        {
            Add($"key {i}");
        }

        Add(new string('x', 100_000));
        int bytes = (int)_index.Space.BytesLent;
        Assert.InRange(bytes, 1, 4 << 20);
        var memory = new Span<byte>(_index.Space.Base, bytes);

        _index.Table.Close();
        _index.Cells.Close();

        Assert.Equal(-1, memory.IndexOfAnyExcept((byte)0));
    }

    [Fact]
    public void An_index_that_retires_leaves_its_addresses_to_those_who_still_read()
    {
        KeyIndex index = default;
        Assert.True(
            index.TryInitialize(new AddressSpace(_pages, 64 << 20, long.MaxValue), TextOffset, compact: true, capacity: 0));
        KeyCell* cell = index.TryAdd<char>("key", index.HashOf("key"));
        KeyIndex copy = index;

        index.Retire();

        Assert.True(copy.Space.Address(0) == copy.Space.Base);
        Assert.Equal(0ul, cell->Header);
        Assert.True(copy.FindConcurrently<char>("key", copy.HashOf("key"), TextOffset) == null);
        copy.Space.Dispose();
    }

    [Fact]
    public void Compacting_moves_cells_and_every_key_is_found_again()
    {
        var random = new Random(60);
        var keys = new Dictionary<string, bool>(StringComparer.Ordinal);
        for (int i = 0; i < 20_000; i++)
        {
            string key = new string('k', random.Next(200)) + i;
            Add(key);
            keys.Add(key, random.Next(3) == 0);
        }

        foreach ((string key, bool stays) in keys)
        {
            if (!stays)
            {
                Assert.True(_index.TryLocate(key, out KeyPlace place));
                _index.Remove(place);
            }
        }

        long before = _index.Space.BytesLent;
        _pages.Fails = static _ => throw new InvalidOperationException("Compaction requested memory.");
        _index.Compact();
        _pages.Fails = static _ => false;

        Assert.InRange(_index.Space.BytesLent, 0, before / 2);
        Assert.All(keys, entry => Assert.Equal(entry.Value, Find(entry.Key) != null));
    }

    [Fact]
    public void Where_nothing_is_left_a_trim_leaves_one_granule()
    {
        for (int i = 0; i < 30_000; i++)
        {
            Add($"key {i}");
        }

        for (int i = 0; i < 30_000; i++)
        {
            Assert.True(_index.TryLocate($"key {i}", out KeyPlace place));
            _index.Remove(place);
        }

        long before = _index.Space.BytesLent;

        Assert.Equal(before - AddressSpace.GranuleBytes, _index.Trim());
        Assert.Equal(AddressSpace.GranuleBytes, _index.Space.BytesLent);
        KeyCell* cell = Add("again");
        Assert.True(Find("again") == cell);
    }

    [Fact]
    public void A_trim_without_memory_for_a_smaller_table_gives_cells_back_and_keeps_the_table()
    {
        KeyIndex full = default;
        Assert.True(
            full.TryInitialize(
                new AddressSpace(_pages, 64 << 20, maximumBytes: 4 << 20), TextOffset, compact: true, capacity: 0));
        int keys = 0;
        while (full.TryAdd<char>($"key {keys}", full.HashOf($"key {keys}")) != null)
        {
            keys++;
        }

        for (int i = keys / 5; i < keys; i++)
        {
            Assert.True(full.TryLocate($"key {i}", out KeyPlace place));
            full.Remove(place);
        }

        long buckets = full.Table.Buckets;
        Assert.Equal(4 << 20, full.Space.BytesLent);

        Assert.InRange(full.Trim(), 1 << 20, 4 << 20);
        Assert.Equal(buckets, full.Table.Buckets);
        Assert.InRange(full.Trim(), AddressSpace.GranuleBytes, 1 << 20);
        Assert.InRange(full.Table.Buckets, 1, buckets / 2);
        for (int i = 0; i < keys; i++)
        {
            Assert.Equal(i < keys / 5, full.TryLocate($"key {i}", out _));
        }

        full.Close(isWritable: false);
    }

    private KeyCell* Add(string key)
    {
        KeyCell* cell = _index.TryAdd<char>(key, _index.HashOf(key));
        Assert.True(cell != null);
        return cell;
    }

    private KeyCell* Find(string key) => _index.Find(key, _index.HashOf(key), TextOffset);
}
