using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>The model of a contiguous pool; all strings are compared after each compaction.</summary>
internal sealed class ContiguousPoolModel : TextDictionaryModel<PooledString>
{
    private readonly UnmanagedStringPool _pool;
    private readonly UnmanagedStringPoolOptions _options;

    private ContiguousPoolModel(UnmanagedStringPool pool, UnmanagedStringPoolOptions options, int seed, bool memoryIsShort)
        : base(new TestedUnmanagedPool(pool), seed, memoryIsShort)
    {
        _pool = pool;
        _options = options;
    }

    /// <summary>Runs random operations, then disposes the pool; a failure reports the seed.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="seed">The seed of the random operations.</param>
    /// <param name="steps">The number of operations.</param>
    /// <param name="memoryIsShort">Whether the pool may refuse memory.</param>
    /// <param name="mostLiveChars">The approximate maximum of live chars.</param>
    /// <param name="options">The options of the pool, if it treats short strings specially.</param>
    /// <returns>The number of times the pool refused memory.</returns>
    public static int Run(
        UnmanagedStringPool pool,
        int seed,
        int steps,
        bool memoryIsShort = false,
        long mostLiveChars = 1 << 20,
        UnmanagedStringPoolOptions? options = null) =>
        new ContiguousPoolModel(pool, options ?? new(), seed, memoryIsShort) { MostLiveUnits = mostLiveChars }.Run(steps);

    protected override bool IsTooShort(char[] text) => ShortTexts.AreRefused(_options, text.Length);

    // The block may have grown when the table is refused.
    protected override bool MayKeepRoomAfterRefusal => true;

    // Strings that fit must not be refused.
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
        char[][] managed = [.. LiveTexts.Where(text => ShortTexts.AreGuarded(_options, text.Length))];
        long pooledChars = LiveUnits - managed.Sum(static text => (long)text.Length);
        Assert.Equal(managed.Length, statistics.ManagedStrings);
        Assert.Equal(pooledChars * sizeof(char), statistics.TextBytes);
        Assert.InRange(statistics.BytesReserved, statistics.TextBytes, _options.MaximumBytes);
        Assert.InRange(_pool.FragmentationPercentage, 0, 100);
        Assert.InRange(_pool.EndBlockSizeChars, 0, _pool.FreeSpaceChars);
        Assert.InRange(
            ((pooledChars + _pool.FreeSpaceChars) * sizeof(char)) + (8L * (LiveTexts.Count - managed.Length)),
            0,
            _pool.BytesReserved);
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

        // With 0 free chars, up to 14 bytes may be free: too few for a header and the rounding of the last string.
        int owed = free == 0 ? 7 : 1;
        Assert.InRange(_pool.FreeSpaceChars, free + (added / 2) - owed, int.MaxValue);
        CheckCompacted();
    }
}
