namespace Cenote.Tests.Support;

/// <summary>An item that tracks whether it is held, and how often it was disposed.</summary>
internal sealed class PooledItem : IDisposable
{
    private int _holders;
    private int _disposals;

    public int Disposals => Volatile.Read(ref _disposals);

    public bool IsDisposed => Disposals > 0;

    /// <summary>The exception that <see cref="Dispose"/> throws.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Marks the item as held; false if it is already held or was disposed.</summary>
    public bool TryHold() => Interlocked.Exchange(ref _holders, 1) == 0 && !IsDisposed;

    /// <summary>Marks the item as not held; false if it was not held.</summary>
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
