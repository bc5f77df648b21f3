using System.Runtime.CompilerServices;

namespace Cenote.Threading;

/// <summary>
/// State that one thread uses without a lock until another thread stops it (an asymmetric Dekker lock, as in biased locking:
/// Vasudevan, Namjoshi and Edwards, 2010).
/// </summary>
/// <remarks>
/// Its thread owns it between <see cref="TryEnter"/> and <see cref="Leave"/>, otherwise the thread that stopped it. The latter
/// calls <see cref="Stop"/>, <see cref="Interlocked.MemoryBarrierProcessWide"/> and <see cref="AwaitLeave"/>, in this order. This
/// barrier serves both sides: entering is two moves and a comparison. No user code runs between enter and leave.
/// </remarks>
internal abstract class ThreadOwned
{
    private bool _isEntered;
    private bool _isStopped;

    /// <summary>The thread that uses it. Another thread may take over after this one has terminated.</summary>
    public required Thread Thread { get; set; }

    public bool IsEntered => Volatile.Read(ref _isEntered);

    /// <summary>Whether its thread cannot enter it until it is resumed.</summary>
    public bool IsStopped => Volatile.Read(ref _isStopped);

    /// <summary>Begins an operation of its thread; false if it is stopped.</summary>
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
    public void Leave()
    {
        Invariant.Holds(Thread == Thread.CurrentThread && _isEntered, "The thread that entered it leaves it.");
        Volatile.Write(ref _isEntered, false);
    }

    public void Stop() => Volatile.Write(ref _isStopped, true);

    public void Resume() => Volatile.Write(ref _isStopped, false);

    /// <summary>Waits until its thread has left.</summary>
    public void AwaitLeave()
    {
        var wait = default(BriefWait);
        while (IsEntered)
        {
            wait.Once();
        }
    }
}
