using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Tests that the handles of every UTF-16 pool must pass.</summary>
public abstract class PooledTextHandleTests<THandle> : PooledHandleTests<THandle, char>
    where THandle : struct, IDisposable, IEquatable<THandle>, IComparable<THandle>, IComparable,
    IEqualityOperators<THandle, THandle, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    private readonly Func<TestedTextPool<THandle>> _newPool;
    private readonly int _maximumLength;

    private protected PooledTextHandleTests(Func<TestedTextPool<THandle>> newPool, int maximumLength)
        : base(newPool, maximumLength)
    {
        _newPool = newPool;
        _maximumLength = maximumLength;
    }

    [Fact]
    public void A_text_that_is_too_long_is_refused_before_anything_is_read()
    {
        using TestedTextPool<THandle> pool = _newPool();
        char someChar = 'x';

        ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(
            () => pool.Allocate(MemoryMarshal.CreateReadOnlySpan(ref someChar, _maximumLength + 1)));

        Assert.Equal("value", exception.ParamName);
        Assert.Contains($"{_maximumLength} chars", exception.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(StringComparison.CurrentCulture)]
    [InlineData(StringComparison.CurrentCultureIgnoreCase)]
    [InlineData(StringComparison.InvariantCulture)]
    [InlineData(StringComparison.InvariantCultureIgnoreCase)]
    [InlineData(StringComparison.Ordinal)]
    [InlineData(StringComparison.OrdinalIgnoreCase)]
    public void Searching_finds_what_string_finds(StringComparison comparison)
    {
        using TestedTextPool<THandle> pool = _newPool();
        var random = new Random(5);
        for (int round = 0; round < 400; round++)
        {
            string text = RepetitiveText(random, random.Next(200));
            string value = RepetitiveText(random, random.Next(4));
            THandle handle = pool.Allocate(text);

            var expected = new Matches(
                text.IndexOf(value, comparison),
                text.LastIndexOf(value, comparison),
                text.Contains(value, comparison),
                text.StartsWith(value, comparison),
                text.EndsWith(value, comparison));
            Assert.Equal(expected, pool.Search(handle, value, comparison));
            pool.Free(handle);
        }
    }

    [Fact]
    public void Searching_is_ordinal_unless_told_otherwise()
    {
        using TestedTextPool<THandle> pool = _newPool();
        THandle handle = pool.Allocate("straße STRASSE");

        Assert.Equal(new Matches(-1, -1, false, false, false), pool.Search(handle, "strasse"));
        Assert.Equal(7, pool.Search(handle, "strasse", StringComparison.OrdinalIgnoreCase).First);
        Assert.Equal(new Matches(7, 12, true, false, false), pool.Search(handle, "S"));
        Assert.False(pool.Search(handle, "e").AtEnd);
    }

    [Fact]
    public void Formatting_as_utf8_replaces_lone_surrogates()
    {
        using TestedTextPool<THandle> pool = _newPool();
        byte[] bytes = new byte[20];

        Assert.True(pool.Allocate("a\ud800b\udc00").TryFormat(bytes, out int written, "", null));

        Assert.Equal("a\ufffdb\ufffd", Encoding.UTF8.GetString(bytes, 0, written));
    }

    private protected override string AnyText(Random random, int length) => Texts.Random(random, length);

    private protected override string RepetitiveText(Random random, int length) =>
        string.Create(length, random, static (chars, random) => random.GetItems("abAB\0é\u0301ßſ ", chars));

    private protected override IEnumerable<string> TextsInOrder()
    {
        var random = new Random(9);
        return Enumerable.Range(0, 500).Select(_ => RepetitiveText(random, random.Next(6))).Order(StringComparer.Ordinal);
    }

    private protected override void CheckEquality(THandle handle, string text) =>
        Assert.Equal(string.GetHashCode(text), handle.GetHashCode());
}
