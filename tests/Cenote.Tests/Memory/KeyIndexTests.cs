using Cenote.Memory;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

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

    public void Dispose() => _index.Close();

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
        Assert.True(index.TryAdd("key", index.HashOf("key")) != null);
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
        index.Close();
    }

    [Fact]
    public void Beside_a_writer_a_bucket_may_say_anything()
    {
        KeyCell* cell = Add("a key of some length");
        uint hash = _index.HashOf("a key of some length");
        Bucket* bucket = _index.Table.SegmentOf(hash) + (hash & _index.Table.BucketMask);
        Assert.True(_index.FindBesideWriter("a key of some length", hash, TextOffset) == cell);
        uint index = Bucket.CellAt(bucket, 0);

        foreach (uint other in new uint[] { 0, index + 1, 0x00ff_ffff, uint.MaxValue })
        {
            Bucket.Set(bucket, 0, BucketTable.TagOf(hash), other);
            Assert.True(_index.FindBesideWriter("a key of some length", hash, TextOffset) == null);
        }
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
        string key = new('x', 20 << 20);

        Add(key);
        Assert.Equal(1, _index.Cells.LongCells);
        Assert.InRange(_index.Space.BytesLent, before + key.Length, before + key.Length + (128 << 10));
        Assert.True(_index.TryLocate(key, out KeyPlace place));
        _index.Remove(place);

        Assert.Equal(before, _index.Space.BytesLent);
        Assert.Equal(0, _index.Cells.LongCells);
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
        _pages.Fails = static _ => throw new InvalidOperationException("Compacting asks for memory.");
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
        Assert.True(full.TryInitialize(new AddressSpace(_pages, 64 << 20, maximumBytes: 4 << 20), TextOffset, compact: true, capacity: 0));
        int keys = 0;
        while (full.TryAdd($"key {keys}", full.HashOf($"key {keys}")) != null)
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

        full.Close();
    }

    private KeyCell* Add(string key)
    {
        KeyCell* cell = _index.TryAdd(key, _index.HashOf(key));
        Assert.True(cell != null);
        return cell;
    }

    private KeyCell* Find(string key) => _index.Find(key, _index.HashOf(key), TextOffset);
}
