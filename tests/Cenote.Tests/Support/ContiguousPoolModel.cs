using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>The model of a contiguous pool; all texts are compared after everything that compacts.</summary>
internal sealed class ContiguousPoolModel : TextDictionaryModel<PooledString>
{
    private readonly UnmanagedStringPool _pool;

    private ContiguousPoolModel(UnmanagedStringPool pool, int seed, bool memoryIsShort)
        : base(new TestedUnmanagedPool(pool), seed, memoryIsShort) => _pool = pool;

    /// <summary>Runs random operations, then ends the pool; a failure tells the seed.</summary>
    /// <returns>How often the pool refused memory.</returns>
    public static int Run(
        UnmanagedStringPool pool, int seed, int steps, bool memoryIsShort = false, long mostLiveChars = 1 << 20) =>
        new ContiguousPoolModel(pool, seed, memoryIsShort) { MostLiveUnits = mostLiveChars }.Run(steps);

    // The block may have grown when the table is refused.
    protected override bool MayKeepRoomAfterRefusal => true;

    // What fits is not refused.
    protected override bool MayRefuse(int length) => _pool.AllowGrowth || length > _pool.FreeSpaceChars;

    protected override void Reserve()
    {
        if (Random.Next(2) == 0)
        {
            Defragment();
            return;
        }

        int chars = Random.Next(100_000);
        _pool.Reserve(chars);
        Assert.InRange(_pool.EndBlockSizeChars, chars, int.MaxValue);
    }

    protected override void CheckCompacted()
    {
        Assert.Equal(0, _pool.FragmentationPercentage);
        Assert.Equal(_pool.FreeSpaceChars, _pool.EndBlockSizeChars);
    }

    protected override void CheckStatistics(StringPoolStatistics statistics)
    {
        Assert.Equal(Allocations, statistics.TotalAllocations);
        Assert.Equal(LiveUnits * sizeof(char), statistics.TextBytes);
        Assert.InRange(_pool.FragmentationPercentage, 0, 100);
        Assert.InRange(_pool.EndBlockSizeChars, 0, _pool.FreeSpaceChars);
        Assert.InRange(((LiveUnits + _pool.FreeSpaceChars) * sizeof(char)) + (8L * LiveTexts.Count), 0, _pool.BytesReserved);
    }

    private void Defragment()
    {
        int free = _pool.FreeSpaceChars;
        int end = _pool.EndBlockSizeChars;
        long bytes = _pool.BytesReserved;
        int added = _pool.AllowGrowth ? Random.Next(2) * Random.Next(100_000) : 0;
        try
        {
            _pool.DefragmentAndGrowPool(added);
        }
        catch (OutOfMemoryException)
        {
            Assert.True(added > 0, "Compacting alone was refused memory.");
            Assert.Equal((free, end, bytes), (_pool.FreeSpaceChars, _pool.EndBlockSizeChars, _pool.BytesReserved));
            throw;
        }

        // No room is 0 chars also where the header of a string, and the rounding of the last one, would not fit: up to 14 bytes.
        int owed = free == 0 ? 7 : 1;
        Assert.InRange(_pool.FreeSpaceChars, free + (added / 2) - owed, int.MaxValue);
        CheckCompacted();
    }
}
