namespace Cenote.Threading;

/// <summary>
/// State that one thread uses without a lock until another thread calls <see cref="Stop"/> (an asymmetric Dekker lock, as in
/// biased locking: Vasudevan, Namjoshi and Edwards, 2010).
/// </summary>
/// <remarks>
/// The thread owns the state between <see cref="TryEnter"/> and <see cref="Exit"/>. Another thread owns it after
/// <see cref="Stop"/>, <see cref="Interlocked.MemoryBarrierProcessWide"/> and <see cref="AwaitExit"/>, in this order. That
/// barrier acts on all threads, so entering takes only two mov instructions and a comparison. No user code runs between entering
/// and exiting.
/// </remarks>
internal abstract class ThreadOwned
{
    private bool _isEntered;
    private bool _isStopped;

    /// <summary>The thread that uses the state. Once it has terminated, another thread may take over the state.</summary>
    public required Thread Thread { get; set; }

    public bool IsEntered => Volatile.Read(ref _isEntered);

    /// <summary>Whether <see cref="TryEnter"/> fails until <see cref="Resume"/> is called.</summary>
    public bool IsStopped => Volatile.Read(ref _isStopped);

    /// <summary>Begins an operation on the owner thread; false if the state is stopped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter()
    {
        Invariant.Holds(Thread == Thread.CurrentThread, "Only the owner thread enters.");
        Invariant.Holds(!_isEntered, "The owner thread has not already entered.");
        Volatile.Write(ref _isEntered, true);
        if (!Volatile.Read(ref _isStopped))
        {
            return true;
        }

        Volatile.Write(ref _isEntered, false);
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Exit()
    {
        Invariant.Holds(Thread == Thread.CurrentThread && _isEntered, "Only the thread that entered exits.");
        Volatile.Write(ref _isEntered, false);
    }

    public void Stop() => Volatile.Write(ref _isStopped, true);

    public void Resume() => Volatile.Write(ref _isStopped, false);

    /// <summary>Waits until the owner thread is no longer between <see cref="TryEnter"/> and <see cref="Exit"/>.</summary>
    public void AwaitExit()
    {
        var wait = default(SpinBackoff);
        while (IsEntered)
        {
            wait.Once();
        }
    }
}
