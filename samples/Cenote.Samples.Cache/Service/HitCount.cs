namespace Cenote.Samples.Cache.Service;

/// <summary>Counts lookups of cached values, and the lookups for which the value had to be created.</summary>
internal sealed class HitCount
{
    private long _asked;
    private long _made;

    public void Ask() => Interlocked.Increment(ref _asked);

    public void Make() => Interlocked.Increment(ref _made);

    /// <summary>Resets both counts.</summary>
    public void Restart()
    {
        Interlocked.Exchange(ref _asked, 0);
        Interlocked.Exchange(ref _made, 0);
    }

    /// <summary>The share of lookups that the cache served; 1 without lookups.</summary>
    public double HitRatio()
    {
        long made = Interlocked.Read(ref _made);
        return 1 - ((double)made / Math.Max(1, Math.Max(made, Interlocked.Read(ref _asked))));
    }
}
