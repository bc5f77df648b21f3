using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8CreateTests : IDisposable
{
    private readonly Utf8StringPool _pool = new();

    public static TheoryData<int> Lengths => [1, 3, 200, 256, 257, 10_000, 1_400_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [MemberData(nameof(Lengths))]
    public void The_callback_writes_the_text(int length)
    {
        PooledUtf8String handle = _pool.Create(length, 42u, static (text, seed) => Utf8Texts.WriteChecked(text, seed));

        Assert.Equal(length, handle.Length);
        Assert.True(Utf8Texts.IsChecked(handle.AsSpan(), 42));
    }

    [Fact]
    public void The_state_may_be_a_span()
    {
        ReadOnlySpan<byte> state = "span"u8;

        Assert.Equal("span", _pool.Create(4, state, static (text, state) => state.CopyTo(text)).ToString());
    }

    [Fact]
    public void The_empty_string_needs_no_callback()
    {
        Assert.True(_pool.Create(0, 0, static (_, _) => Assert.Fail("The callback must not be called.")).IsEmpty);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Invalid_utf8_is_repaired_and_the_first_draft_freed(int length)
    {
        PooledUtf8String handle = _pool.Create(length, 0, static (text, _) => text.Fill(0xff));

        Assert.Equal(3 * length, handle.Length);
        Assert.True(handle.Equals(new string('\ufffd', length)));
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_callback_that_throws_frees_its_string(int length)
    {
        for (int i = 0; i < 100; i++)
        {
            Assert.Throws<FormatException>(() => _pool.Create(length, 0, static (_, _) => throw new FormatException()));
        }

        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.InRange(_pool.BytesReserved, 0, 3 << 20);
        _pool.Clear();
        Assert.Equal("text", _pool.Allocate("text"u8).ToString());
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void A_callback_may_use_the_pool(int length)
    {
        PooledUtf8String before = _pool.Allocate("before"u8);
        PooledUtf8String inner = default;

        PooledUtf8String outer = _pool.Create(length, 1u, (text, seed) =>
        {
            Utf8Texts.WriteChecked(text, seed);
            before.Free();
            inner = _pool.Create(length, 2u, static (text, seed) => Utf8Texts.WriteChecked(text, seed));
            for (int i = 0; i < 5_000; i++)
            {
                _pool.Allocate("more"u8).Free();
                _pool.Allocate(new string('x', i % 600));
            }

            _pool.Trim();
            Assert.True(Utf8Texts.IsChecked(text, seed));
        });

        Assert.True(Utf8Texts.IsChecked(outer.AsSpan(), 1));
        Assert.True(Utf8Texts.IsChecked(inner.AsSpan(), 2));
        Assert.False(before.IsAlive);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(3_000)]
    public void The_pool_can_be_neither_cleared_nor_disposed_in_a_callback(int length)
    {
        PooledUtf8String handle = _pool.Create(length, 5u, (text, seed) =>
        {
            Assert.Contains("Clear", Assert.Throws<InvalidOperationException>(_pool.Clear).Message, StringComparison.Ordinal);
            _pool.Create(length, 0, (_, _) => Assert.Throws<InvalidOperationException>(_pool.Dispose)).Free();
            Assert.Contains("Dispose", Assert.Throws<InvalidOperationException>(_pool.Dispose).Message, StringComparison.Ordinal);
            Utf8Texts.WriteChecked(text, seed);
        });

        Assert.True(Utf8Texts.IsChecked(handle.AsSpan(), 5));
        _pool.Clear();
        Assert.False(handle.IsAlive);
    }

    [Fact]
    public void Arguments_out_of_range_are_named()
    {
        Assert.Equal("fill", Assert.Throws<ArgumentNullException>(() => _pool.Create<int>(1, 0, null!)).ParamName);
        Assert.Equal(
            "bytes", Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Create(-1, 0, static (_, _) => { })).ParamName);
        Assert.Equal(0, _pool.GetStatistics().TotalAllocations);
    }

    [Fact]
    public void Any_text_of_the_pool_is_valid_utf8_whatever_it_is_made_of()
    {
        PooledUtf8String handle = _pool.Allocate("a€b"u8);

        PooledUtf8String[] results =
        [
            handle.Insert(2, "x"u8),
            handle.Insert(0, handle.SubstringSpan(2, 1)),
            handle.Replace(handle.SubstringSpan(1, 1), "y"u8),
            handle.Replace("b"u8, new byte[] { 0xc3 }),
        ];

        Assert.All(results, static result => Assert.True(System.Text.Unicode.Utf8.IsValid(result.AsSpan())));
        Assert.Equal("a\ufffdx\ufffd\ufffdb", results[0].ToString());
        Assert.Equal("\ufffda€b", results[1].ToString());
        Assert.Equal("ay\ufffd\ufffdb", results[2].ToString());
        Assert.Equal("a€\ufffd", results[3].ToString());
        Assert.Equal(Encoding.UTF8.GetBytes("a€b"), handle.AsSpan().ToArray());
        Assert.Equal(5, _pool.ActiveAllocations);
    }
}
