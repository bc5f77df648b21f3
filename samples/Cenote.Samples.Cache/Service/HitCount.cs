namespace Cenote.Samples.Cache.Service;

/// <summary>Counts requests for cached values, and how many of them had to create the value.</summary>
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

    /// <summary>The share of requests that the cache served; 1 without requests.</summary>
    public double HitRatio()
    {
        long made = Interlocked.Read(ref _made);
        return 1 - ((double)made / Math.Max(1, Math.Max(made, Interlocked.Read(ref _asked))));
    }
}
