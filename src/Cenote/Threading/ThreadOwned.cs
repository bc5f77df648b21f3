namespace Cenote.Threading;

/// <summary>
/// State that one thread uses without a lock until another thread stops it (an asymmetric Dekker lock, as in biased locking:
/// Vasudevan, Namjoshi and Edwards, 2010).
/// </summary>
/// <remarks>
/// Its thread owns it between <see cref="TryEnter"/> and <see cref="Exit"/>. Another thread owns it after <see cref="Stop"/>,
/// <see cref="Interlocked.MemoryBarrierProcessWide"/> and <see cref="AwaitExit"/>, in this order. The barrier covers both
/// threads, so entering is only two mov instructions and a comparison. No user code runs between enter and leave.
/// </remarks>
internal abstract class ThreadOwned
{
    private bool _isEntered;
    private bool _isStopped;

    /// <summary>The thread that uses the state. Another thread may take over after it has terminated.</summary>
    public required Thread Thread { get; set; }

    public bool IsEntered => Volatile.Read(ref _isEntered);

    /// <summary>Whether <see cref="TryEnter"/> fails until <see cref="Resume"/> is called.</summary>
    public bool IsStopped => Volatile.Read(ref _isStopped);

    /// <summary>Begins an operation on its thread; false if the state is stopped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter()
    {
        Invariant.Holds(Thread == Thread.CurrentThread, "Only its thread enters it.");
        Invariant.Holds(!_isEntered, "It is not entered twice without leaving.");
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
        Invariant.Holds(Thread == Thread.CurrentThread && _isEntered, "The thread that entered it leaves it.");
        Volatile.Write(ref _isEntered, false);
    }

    public void Stop() => Volatile.Write(ref _isStopped, true);

    public void Resume() => Volatile.Write(ref _isStopped, false);

    /// <summary>Waits until its thread has left.</summary>
    public void AwaitExit()
    {
        var wait = default(SpinBackoff);
        while (IsEntered)
        {
            wait.Once();
        }
    }
}
