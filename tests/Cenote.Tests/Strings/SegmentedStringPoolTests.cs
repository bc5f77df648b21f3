using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class SegmentedStringPoolTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();
    private readonly Random _random = new(1);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Texts_of_every_length_up_to_2000_come_back_unchanged_while_all_are_live()
    {
        string[] texts = [.. Enumerable.Range(0, 2_001).Select(length => Texts.Random(_random, length))];

        PooledStringRef[] handles = [.. texts.Select(text => _pool.Allocate(text))];

        Assert.All(texts.Zip(handles), pair => Assert.Equal(pair.First, pair.Second.ToString()));
        Assert.Equal(2_000, _pool.ActiveAllocations);
    }

    // These lengths in chars are near the tier threshold, 64 KiB blocks, and one or several segments of 1 MiB.
    [LongTheory]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(32_760)]
    [InlineData(32_764)]
    [InlineData(32_768)]
    [InlineData(32_769)]
    [InlineData(524_271)]
    [InlineData(524_276)]
    [InlineData(524_280)]
    [InlineData(524_288)]
    [InlineData(524_289)]
    [InlineData(3_000_000)]
    [InlineData(8_388_600)]
    [InlineData(8_388_608)]
    [InlineData(67_108_864)]
    public void Texts_around_a_threshold_come_back_unchanged(int length)
    {
        PooledStringRef before = _pool.Allocate("before");
        PooledStringRef[] handles = [.. Enumerable.Range(0, 2).Select(seed => Create(length, (uint)seed))];
        PooledStringRef after = _pool.Allocate("after");

        Assert.All(handles, handle => Assert.Equal(length, handle.Length));
        Assert.True(Texts.IsChecked(handles[0].AsSpan(), 0));
        Assert.True(Texts.IsChecked(handles[1].AsSpan(), 1));
        handles[0].Free();
        Assert.True(Texts.IsChecked(handles[1].AsSpan(), 1));
        Assert.Equal("before", before.ToString());
        Assert.Equal("after", after.ToString());
    }

    [HugeFact]
    public void The_longest_text_comes_back_unchanged()
    {
        PooledStringRef handle = Create(SegmentedStringPool.MaximumLength, 7);

        Assert.Equal(SegmentedStringPool.MaximumLength, handle.Length);
        Assert.True(Texts.IsChecked(handle.AsSpan(), 7));
    }

    [Theory]
    [InlineData("\0")]
    [InlineData("\0\0\0\0\0\0\0\0")]
    [InlineData("\ud800")]
    [InlineData("\udfff\ud800")]
    [InlineData("a\ud800b\0c\uffff")]
    [InlineData("\ufeffé\u0301")]
    public void Any_utf16_comes_back_unchanged(string text)
    {
        string large = string.Concat(Enumerable.Repeat(text, 200));

        Assert.Equal(text, _pool.Allocate(text).ToString());
        Assert.Equal(large, _pool.Allocate(large).ToString());
    }

    [Fact]
    public void The_empty_text_gives_the_empty_handle_and_counts_as_nothing()
    {
        PooledStringRef handle = _pool.Allocate("");

        Assert.True(handle.IsEmpty);
        Assert.Equal(PooledStringRef.Empty.Id, handle.Id);
        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.True(_pool.Allocate(""u8).IsEmpty);
        Assert.True(_pool.Allocate($"").IsEmpty);
        Assert.True(_pool.Allocate($"{""}").IsEmpty);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(256)]
    [InlineData(300)]
    [InlineData(40_000)]
    [InlineData(1_000_000)]
    public void Reading_a_freed_handle_throws(int length)
    {
        PooledStringRef handle = Create(length, 1);
        PooledStringId id = handle.Id;

        handle.Free();

        Assert.False(handle.IsAlive);
        Assert.Contains(
            "stale", Assert.Throws<InvalidOperationException>(() => handle.AsSpan().Length).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => handle.Length);
        Assert.Throws<InvalidOperationException>(() => handle[0]);
        Assert.Throws<InvalidOperationException>(() => handle.SubstringSpan(0, 1).Length);
        Assert.Throws<InvalidOperationException>(() => handle.IndexOf("a"));
        Assert.Throws<InvalidOperationException>(() => handle.Duplicate());
        Assert.Throws<InvalidOperationException>(() => handle.Insert(0, "a"));
        Assert.Throws<InvalidOperationException>(() => handle.Replace("a", "b"));
        Assert.Throws<InvalidOperationException>(() => _pool.AsSpan(id).Length);
        Assert.False(_pool.TryGetSpan(id, out _));
    }

    [Theory]
    [InlineData(5)]
    [InlineData(200)]
    [InlineData(1_000_000)]
    public void Freeing_twice_does_nothing(int length)
    {
        PooledStringRef handle = Create(length, 1);
        PooledStringRef copy = handle;
        handle.Free();
        PooledStringRef heir = Create(length, 2);

        handle.Free();
        copy.Dispose();
        _pool.Free(handle.Id);

        Assert.Equal(1, _pool.ActiveAllocations);
        Assert.True(Texts.IsChecked(heir.AsSpan(), 2));
        Assert.True(Texts.IsChecked(Create(length, 3).AsSpan(), 3));
        Assert.True(Texts.IsChecked(heir.AsSpan(), 2));
    }

    [Fact]
    public void A_freed_cell_is_used_again_before_any_other()
    {
        _pool.Allocate("one");
        PooledStringRef two = _pool.Allocate("two");
        _pool.Allocate("three");
        two.Free();

        PooledStringRef heir = _pool.Allocate("six");

        Assert.Equal(two.Id.Cell.Index, heir.Id.Cell.Index);
        Assert.NotEqual(two.Id, heir.Id);
        Assert.Equal("six", heir.ToString());
    }

    [Fact]
    public void A_handle_and_its_id_stand_for_the_same_string()
    {
        PooledStringRef handle = _pool.Allocate("text");

        Assert.Equal("text", _pool.AsSpan(handle.Id).ToString());
        Assert.Equal("text", _pool.Resolve(handle.Id).ToString());
        Assert.True(_pool.TryGetSpan(handle.Id, out ReadOnlySpan<char> text));
        Assert.Equal("text", text.ToString());

        _pool.Free(handle.Id);

        Assert.False(handle.IsAlive);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    public void Ids_of_another_pool_are_refused(int length)
    {
        using var other = new SegmentedStringPool();
        PooledStringId[] ids = [.. Enumerable.Range(0, 1_000).Select(_ => Create(length, 1).Id)];
        for (int i = 0; i < 1_000; i++)
        {
            other.Allocate(Texts.Random(_random, length));
        }

        foreach (PooledStringId id in ids)
        {
            Assert.False(other.TryGetSpan(id, out _));
            Assert.Throws<InvalidOperationException>(() => other.AsSpan(id).Length);
            other.Free(id);
        }

        Assert.Equal(1_000, other.ActiveAllocations);
        Assert.Equal(1_000, _pool.ActiveAllocations);
    }

    [Fact]
    public void Hundreds_of_pools_live_side_by_side()
    {
        SegmentedStringPool[] pools = [.. Enumerable.Range(0, 300).Select(_ => new SegmentedStringPool())];
        try
        {
            PooledStringRef[] handles = [.. pools.Select((pool, number) => pool.Allocate($"in pool {number}"))];

            for (int number = 0; number < pools.Length; number++)
            {
                Assert.Equal($"in pool {number}", handles[number].ToString());
            }
        }
        finally
        {
            Array.ForEach(pools, static pool => pool.Dispose());
        }
    }

    private PooledStringRef Create(int length, uint seed) =>
        _pool.Create(length, seed, static (text, seed) => Texts.WriteChecked(text, seed));
}
