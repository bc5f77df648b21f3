namespace Cenote.Tests.Support;

/// <summary>An item that knows whether somebody holds it, and how often it was disposed.</summary>
internal sealed class PooledItem : IDisposable
{
    private int _holders;
    private int _disposals;

    public int Disposals => Volatile.Read(ref _disposals);

    public bool IsDisposed => Disposals > 0;

    /// <summary>What <see cref="Dispose"/> throws.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Notes that somebody holds the item now; false if somebody else holds it, or it was disposed.</summary>
    public bool TryHold() => Interlocked.Exchange(ref _holders, 1) == 0 && !IsDisposed;

    /// <summary>Notes that nobody holds it now; false if nobody held it before.</summary>
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
