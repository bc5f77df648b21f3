namespace Cenote.Tests.Support;

/// <summary>An item that knows whether somebody has it, and how often it was disposed.</summary>
internal sealed class PooledItem : IDisposable
{
    private int _holders;
    private int _disposals;

    public int Disposals => Volatile.Read(ref _disposals);

    public bool IsDisposed => Disposals > 0;

    /// <summary>What <see cref="Dispose"/> throws.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Notes that somebody has the item now; false if somebody else has it, or it was disposed.</summary>
    public bool TryHold() => Interlocked.Exchange(ref _holders, 1) == 0 && !IsDisposed;

    /// <summary>Notes that nobody has it; false if that was so.</summary>
    public bool TryRelease() => Interlocked.Exchange(ref _holders, 0) == 1;

    public void Dispose()
    {
        Interlocked.Increment(ref _disposals);
        if (Failure is not null)
        {
            throw Failure;
        }
    }
}
