using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>The model of a segmented or a concurrent pool.</summary>
internal sealed class PoolModel : TextDictionaryModel<PooledStringRef>
{
    private readonly StringPool _pool;
    private readonly StringPoolOptions _options;
    private readonly int _smallStringLength;

    private PoolModel(StringPool pool, StringPoolOptions options, int seed, bool memoryIsShort)
        : base(new TestedStringPool(pool), seed, memoryIsShort)
    {
        _pool = pool;
        _options = options;
        _smallStringLength = options is SegmentedStringPoolOptions segmented
            ? segmented.SmallStringLength
            : SegmentedStringPoolOptions.MaximumSmallStringLength;
    }

    /// <summary>Runs random operations, then disposes the pool; a failure reports the seed.</summary>
    public static void Run(StringPool pool, StringPoolOptions options, int seed, int steps, bool memoryIsShort = false) =>
        new PoolModel(pool, options, seed, memoryIsShort).Run(steps);

    protected override bool IsTooShort(char[] text) => ShortTexts.AreRefused(_options, text.Length);

    protected override void Reserve()
    {
        if (_pool is not SegmentedStringPool pool)
        {
            return;
        }

        switch (Random.Next(3))
        {
            case 0:
                pool.Reserve(Random.Next(100_000));
                break;
            case 1:
                pool.ReserveSmall(Random.Next(200_000));
                break;
            default:
                pool.ReserveLarge(Random.Next(1_000_000));
                break;
        }
    }

    protected override void CheckStatistics(StringPoolStatistics statistics)
    {
        char[][] managed = [.. LiveTexts.Where(IsShort)];
        int small = LiveTexts.Count(text => !IsShort(text) && text.Length <= _smallStringLength);
        Assert.Equal(Allocations, statistics.TotalAllocations);
        Assert.Equal(managed.Length, statistics.ManagedStrings);
        Assert.Equal(small, statistics.SmallStrings);
        Assert.Equal(LiveTexts.Count - managed.Length - small, statistics.LargeStrings);
        Assert.Equal((LiveUnits - managed.Sum(static text => (long)text.Length)) * sizeof(char), statistics.TextBytes);
        Assert.Equal(_pool.SlabCount, statistics.SlabCount);
        Assert.Equal(_pool.SegmentCount, statistics.SegmentCount);
        Assert.InRange(statistics.BytesReserved, statistics.TextBytes, _options.MaximumBytes);
        Assert.InRange(statistics.LargestFreeBlockBytes, 0, statistics.FreeSegmentBytes);
        Assert.InRange(statistics.Overhead, 0, 1);
    }

    private bool IsShort(char[] text) => ShortTexts.AreGuarded(_options, text.Length);
}
