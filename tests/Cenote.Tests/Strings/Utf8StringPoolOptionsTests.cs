using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8StringPoolOptionsTests
{
    private const int Granule = 64 << 10;

    public static TheoryData<string, Action<Utf8StringPoolOptions>> OutOfRange => new()
    {
        { nameof(Utf8StringPoolOptions.SmallStringBytes), static options => options.SmallStringBytes = 0 },
        {
            nameof(Utf8StringPoolOptions.SmallStringBytes),
            static options => options.SmallStringBytes = Utf8StringPoolOptions.MaximumSmallStringBytes + 1
        },
        { nameof(Utf8StringPoolOptions.SlabBytes), static options => options.SlabBytes = 0 },
        {
            nameof(Utf8StringPoolOptions.SlabBytes),
            static options => options.SlabBytes = Utf8StringPoolOptions.MaximumUnitBytes + 1
        },
        { nameof(Utf8StringPoolOptions.SegmentBytes), static options => options.SegmentBytes = -1 },
        { nameof(Utf8StringPoolOptions.SegmentBytes), static options => options.SegmentBytes = int.MaxValue },
        { nameof(Utf8StringPoolOptions.MaximumBytes), static options => options.MaximumBytes = 0 },
        { nameof(Utf8StringPoolOptions.ReservedAddressBytes), static options => options.ReservedAddressBytes = -1 },
    };

    [Theory]
    [MemberData(nameof(OutOfRange))]
    public void An_option_out_of_its_range_is_named(string option, Action<Utf8StringPoolOptions> set)
    {
        var options = new Utf8StringPoolOptions();
        set(options);

        Refused.Option(option, () => new Utf8StringPool(options));
    }

    [Fact]
    public void Options_are_needed() =>
        Assert.Equal("options", Assert.Throws<ArgumentNullException>(() => new Utf8StringPool(null!)).ParamName);

    [Fact]
    public void The_defaults_are_those_of_the_other_pool()
    {
        var options = new Utf8StringPoolOptions();
        var utf16 = new SegmentedStringPoolOptions();

        Assert.Equal(utf16.SmallStringLength * sizeof(char), options.SmallStringBytes);
        Assert.Equal(utf16.SlabBytes, options.SlabBytes);
        Assert.Equal(utf16.SegmentBytes, options.SegmentBytes);
        Assert.Equal(utf16.MaximumBytes, options.MaximumBytes);
        Assert.Equal(utf16.ReservedAddressBytes, options.ReservedAddressBytes);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(77)]
    [InlineData(1_999)]
    [InlineData(Utf8StringPoolOptions.MaximumSmallStringBytes)]
    public void SmallStringBytes_is_the_longest_string_of_the_slab_tier(int bytes)
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { SmallStringBytes = bytes });
        string smallText = new('s', bytes);
        string largeText = new('l', bytes + 1);

        // The second round allocates from the free lists, which the fast paths use.
        for (int round = 0; round < 2; round++)
        {
            PooledUtf8String small = pool.Allocate(smallText);
            PooledUtf8String large = pool.DangerousAllocate(System.Text.Encoding.UTF8.GetBytes(largeText));

            Assert.Equal((1, 1), (pool.GetStatistics().SmallStrings, pool.GetStatistics().LargeStrings));
            Assert.Equal(smallText, small.ToString());
            Assert.Equal(largeText, large.ToString());
            small.Free();
            large.Free();
        }
    }

    [Theory]
    [InlineData(1, Granule)]
    [InlineData(Granule + 1, 2 * Granule)]
    public void Slabs_and_segments_are_whole_multiples_of_64_KiB(int bytes, int rounded)
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { SlabBytes = bytes, SegmentBytes = bytes });

        pool.Allocate("text"u8);
        Assert.Equal(Granule + rounded, pool.BytesReserved);
        pool.Allocate(new string('x', 600));
        Assert.Equal(Granule + (3 * rounded), pool.BytesReserved);
    }

    [Fact]
    public void A_pool_without_reserved_addresses_works()
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = 0 });
        PooledUtf8String[] handles = [.. Enumerable.Range(0, 50_000).Select(number => pool.Allocate($"text {number}"))];

        Assert.All(handles, static (handle, number) => Assert.True(handle.Equals($"text {number}")));
    }
}
