namespace Cenote.Samples.Cache.Service;

/// <summary>How often something was asked for, and how often it had to be made.</summary>
internal sealed class HitCount
{
    private long _asked;
    private long _made;

    public void Ask() => Interlocked.Increment(ref _asked);

    public void Make() => Interlocked.Increment(ref _made);

    /// <summary>Begins anew.</summary>
    public void Restart()
    {
        Interlocked.Exchange(ref _asked, 0);
        Interlocked.Exchange(ref _made, 0);
    }

    /// <summary>The share that was found; 1 if nothing was asked for.</summary>
    public double HitRatio()
    {
        long made = Interlocked.Read(ref _made);
        return 1 - ((double)made / Math.Max(1, Math.Max(made, Interlocked.Read(ref _asked))));
    }
}
