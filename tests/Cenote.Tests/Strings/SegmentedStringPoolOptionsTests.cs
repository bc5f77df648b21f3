using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class SegmentedStringPoolOptionsTests
{
    private const int Granule = 64 << 10;

    public static TheoryData<string, Action<SegmentedStringPoolOptions>> OutOfRange => new()
    {
        { nameof(SegmentedStringPoolOptions.SmallStringLength), static options => options.SmallStringLength = 0 },
        {
            nameof(SegmentedStringPoolOptions.SmallStringLength),
            static options => options.SmallStringLength = SegmentedStringPoolOptions.MaximumSmallStringLength + 1
        },
        { nameof(SegmentedStringPoolOptions.SlabBytes), static options => options.SlabBytes = 0 },
        {
            nameof(SegmentedStringPoolOptions.SlabBytes),
            static options => options.SlabBytes = SegmentedStringPoolOptions.MaximumUnitBytes + 1
        },
        { nameof(SegmentedStringPoolOptions.SegmentBytes), static options => options.SegmentBytes = -1 },
        { nameof(SegmentedStringPoolOptions.SegmentBytes), static options => options.SegmentBytes = int.MaxValue },
        { nameof(SegmentedStringPoolOptions.MaximumBytes), static options => options.MaximumBytes = 0 },
        { nameof(SegmentedStringPoolOptions.ReservedAddressBytes), static options => options.ReservedAddressBytes = -1 },
        { nameof(SegmentedStringPoolOptions.MinimumLength), static options => options.MinimumLength = -1 },
        { nameof(SegmentedStringPoolOptions.ShortStrings), static options => options.ShortStrings = (ShortStrings)3 },
    };

    [Theory]
    [MemberData(nameof(OutOfRange))]
    public void An_option_out_of_its_range_is_named(string option, Action<SegmentedStringPoolOptions> set)
    {
        var options = new SegmentedStringPoolOptions();
        set(options);

        Refused.Option(option, () => new SegmentedStringPool(options));
    }

    [Fact]
    public void Options_are_needed() =>
        Assert.Equal("options", Assert.Throws<ArgumentNullException>(() => new SegmentedStringPool(null!)).ParamName);

    [Fact]
    public void Options_are_read_once()
    {
        var options = new SegmentedStringPoolOptions();
        using var pool = new SegmentedStringPool(options);
        options.MinimumLength = 100;
        options.ShortStrings = ShortStrings.Throw;
        options.MaximumBytes = 1;

        Assert.Equal("short", pool.Allocate("short").ToString());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(77)]
    [InlineData(SegmentedStringPoolOptions.MaximumSmallStringLength)]
    public void SmallStringLength_is_the_longest_string_of_the_slab_tier(int length)
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { SmallStringLength = length });

        PooledStringRef small = pool.Allocate(new string('s', length));
        Assert.Equal((1, 0), (pool.GetStatistics().SmallStrings, pool.SegmentCount));
        PooledStringRef large = pool.Allocate(new string('l', length + 1));
        Assert.Equal((1, 1), (pool.GetStatistics().SmallStrings, pool.SegmentCount));

        Assert.Equal(new string('s', length), small.ToString());
        Assert.Equal(new string('l', length + 1), large.ToString());
    }

    [Theory]
    [InlineData(1, Granule)]
    [InlineData(Granule, Granule)]
    [InlineData(Granule + 1, 2 * Granule)]
    [InlineData(SegmentedStringPoolOptions.MaximumUnitBytes, SegmentedStringPoolOptions.MaximumUnitBytes)]
    public void Slabs_and_segments_are_whole_multiples_of_64_KiB(int bytes, int rounded)
    {
        using var slabs = new SegmentedStringPool(new SegmentedStringPoolOptions { SlabBytes = bytes });
        using var segments = new SegmentedStringPool(new SegmentedStringPoolOptions { SegmentBytes = bytes });

        Assert.Equal("text", slabs.Allocate("text").ToString());
        Assert.Equal(300, segments.Allocate(new string('x', 300)).Length);

        Assert.Equal(Granule + rounded, slabs.BytesReserved);
        Assert.Equal((2L * Granule) + rounded, segments.BytesReserved);
    }

    [Fact]
    public void Short_strings_are_pooled_unless_told_otherwise()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MinimumLength = 50 });

        pool.Allocate("short");

        Assert.Equal(1, pool.GetStatistics().SmallStrings);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(3_000)]
    public void Short_strings_are_refused_if_told_so(int minimum)
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = minimum, ShortStrings = ShortStrings.Throw });
        string shorter = new('x', minimum - 1);
        string longer = new('x', minimum);

        ArgumentException exception = Assert.Throws<ArgumentException>(() => pool.Allocate(shorter));
        Assert.Equal("value", exception.ParamName);
        Assert.Contains($"fewer than {minimum}", exception.Message, StringComparison.Ordinal);
        Assert.Contains("MinimumLength", exception.Message, StringComparison.Ordinal);
        Assert.Equal(
            "length",
            Assert.Throws<ArgumentException>(
                () => pool.Create(minimum - 1, 0, static (_, _) => Assert.Fail("The string was rejected too late."))).ParamName);
        Assert.Equal(0, pool.ActiveAllocations);

        PooledStringRef handle = pool.Allocate(longer);
        Assert.Equal(longer, handle.ToString());
        Assert.True(handle.Replace("x", "").IsEmpty);
        Assert.Throws<ArgumentException>(() => handle.Replace(longer, "y"));
        Assert.True(pool.Allocate("").IsEmpty);
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(257)]
    [InlineData(3_000)]
    public void Short_strings_are_kept_managed_if_told_so(int minimum)
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = minimum, ShortStrings = ShortStrings.Managed });
        var random = new Random(14);
        string text = Texts.Random(random, minimum - 1);
        PooledStringRef[] handles =
        [
            pool.Allocate(text),
            pool.Create(text.Length, text, static (chars, text) => text.CopyTo(chars)),
            pool.Allocate($"{text}"),
            pool.Allocate(text).Duplicate(),
        ];

        Assert.Equal(5, pool.GetStatistics().ManagedStrings);
        Assert.Equal(0, pool.GetStatistics().TextBytes);
        foreach (PooledStringRef handle in handles)
        {
            Assert.Equal(text, handle.ToString());
            Assert.Equal(text, pool.AsSpan(handle.Id).ToString());
            Assert.Equal(string.GetHashCode(text), handle.GetHashCode());
            Assert.True(handle.Equals(handles[^1]));
            Assert.True(handle.IsAlive);
            handle.Free();
            handle.Free();
            Assert.False(handle.IsAlive);
            Assert.Throws<InvalidOperationException>(() => handle.Length);
        }

        Assert.Equal(1, pool.ActiveAllocations);
        PooledStringRef pooled = pool.Allocate(new string('x', minimum));
        Assert.Equal(1, pool.GetStatistics().ManagedStrings);
        Assert.Equal(minimum, pooled.Length);
    }

    [Fact]
    public void Handles_over_managed_strings_go_stale_on_clear_trim_and_reuse()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 10, ShortStrings = ShortStrings.Managed });
        var stale = new List<PooledStringRef>();
        for (int round = 0; round < 4; round++)
        {
            PooledStringRef[] handles = [.. Enumerable.Range(0, 1_000).Select(number => pool.Allocate($"{round}:{number}"))];
            Assert.All(handles, (handle, number) => Assert.Equal($"{round}:{number}", handle.ToString()));
            Assert.All(stale, static handle => Assert.False(handle.IsAlive));
            stale.AddRange(handles);
            if (round % 2 == 0)
            {
                pool.Clear();
            }
            else
            {
                Array.ForEach(handles, static handle => handle.Free());
                pool.Trim();
            }

            Assert.All(stale, static handle => Assert.False(handle.IsAlive));
        }
    }

    [Fact]
    public void At_the_limit_memory_of_pooled_strings_serves_handles_over_managed_ones()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions
            {
                MinimumLength = 10,
                ShortStrings = ShortStrings.Managed,
                MaximumBytes = 2 * Granule,
            });
        PooledStringRef pooled = pool.Allocate("longer than ten");
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("short"));
        Assert.Equal(1, pool.ActiveAllocations);

        pooled.Free();

        Assert.Equal("short", pool.Allocate("short").ToString());
    }

    [Fact]
    public void Managed_strings_whose_handle_cannot_be_had_are_not_kept()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions
            {
                MinimumLength = 10,
                ShortStrings = ShortStrings.Managed,
                MaximumBytes = 2 * Granule,
            });
        pool.Allocate("longer than ten");
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("short"));
        long before = pool.ManagedBytes;

        for (int i = 0; i < 100; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate("short"));
        }

        Assert.Equal(before, pool.ManagedBytes);
    }
}
