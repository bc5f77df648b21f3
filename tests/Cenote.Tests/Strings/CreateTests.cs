using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class CreateTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public static TheoryData<int> Lengths => [1, 100, 128, 129, 5_000, 700_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [MemberData(nameof(Lengths))]
    public void The_callback_writes_the_text(int length)
    {
        PooledStringRef handle = _pool.Create(length, 42u, static (text, seed) => Texts.WriteChecked(text, seed));

        Assert.Equal(length, handle.Length);
        Assert.True(Texts.IsChecked(handle.AsSpan(), 42));
    }

    [Fact]
    public void The_state_may_be_a_span()
    {
        ReadOnlySpan<char> state = "span";

        Assert.Equal("span", _pool.Create(4, state, static (text, state) => state.CopyTo(text)).ToString());
    }

    [Fact]
    public void The_empty_string_needs_no_callback()
    {
        PooledStringRef handle = _pool.Create(0, 0, static (_, _) => Assert.Fail("The callback must not be called."));

        Assert.True(handle.IsEmpty);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_callback_that_throws_frees_its_string(int length)
    {
        _pool.Create(length, 0, static (_, _) => { }).Free();
        long bytes = _pool.BytesReserved;
        for (int i = 0; i < 100; i++)
        {
            Assert.Throws<FormatException>(() => _pool.Create(length, 0, static (_, _) => throw new FormatException()));
        }

        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.InRange(_pool.BytesReserved, 0, Math.Max(bytes, 3 << 20));
        _pool.Clear();
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_callback_may_use_the_pool(int length)
    {
        PooledStringRef before = _pool.Allocate("before");
        PooledStringRef inner = default;

        PooledStringRef outer = _pool.Create(length, 1u, (text, seed) =>
        {
            Texts.WriteChecked(text, seed);
            before.Free();
            inner = _pool.Create(length, 2u, static (text, seed) => Texts.WriteChecked(text, seed));
            for (int i = 0; i < 5_000; i++)
            {
                _pool.Allocate("more").Free();
                _pool.Allocate(new string('x', i % 300));
            }

            _pool.Trim();
            Assert.True(Texts.IsChecked(text, seed));
        });

        Assert.True(Texts.IsChecked(outer.AsSpan(), 1));
        Assert.True(Texts.IsChecked(inner.AsSpan(), 2));
        Assert.False(before.IsAlive);
    }

    [Theory]
    [InlineData(3, ShortStrings.Allow)]
    [InlineData(3, ShortStrings.Managed)]
    [InlineData(3_000, ShortStrings.Allow)]
    public void The_pool_can_be_neither_cleared_nor_disposed_in_a_callback(int length, ShortStrings shortStrings)
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 10, ShortStrings = shortStrings });

        PooledStringRef handle = pool.Create(length, 5u, (text, seed) =>
        {
            Assert.Contains(
                nameof(pool.Clear), Assert.Throws<InvalidOperationException>(pool.Clear).Message, StringComparison.Ordinal);
            pool.Create(length, 0, (_, _) => Assert.Throws<InvalidOperationException>(pool.Dispose)).Free();
            Assert.Contains(
                nameof(pool.Dispose), Assert.Throws<InvalidOperationException>(pool.Dispose).Message, StringComparison.Ordinal);
            Texts.WriteChecked(text, seed);
        });

        Assert.True(Texts.IsChecked(handle.AsSpan(), 5));
        pool.Clear();
        Assert.False(handle.IsAlive);
        pool.Dispose();
    }

    [Fact]
    public void After_a_callback_that_threw_the_pool_can_be_cleared()
    {
        Assert.Throws<FormatException>(() => _pool.Create(3, 0, static (_, _) => throw new FormatException()));

        _pool.Clear();

        Assert.Equal("text", _pool.Allocate("text").ToString());
    }

    [Fact]
    public void Arguments_out_of_range_are_named()
    {
        Assert.Equal("fill", Assert.Throws<ArgumentNullException>(() => _pool.Create<int>(1, 0, null!)).ParamName);
        Assert.Equal(
            "length", Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Create(-1, 0, static (_, _) => { })).ParamName);
        Assert.Equal(
            "length",
            Assert.Throws<ArgumentOutOfRangeException>(
                () => _pool.Create(SegmentedStringPool.MaximumLength + 1, 0, static (_, _) => { })).ParamName);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void The_longest_string_is_refused_by_the_limit_alone()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 1L << 31 });

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(
            () => pool.Create(SegmentedStringPool.MaximumLength, 0, static (_, _) => { }));

        Assert.Contains("2147483646 bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal(0, pool.ActiveAllocations);
    }
}
