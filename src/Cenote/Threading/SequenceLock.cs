namespace Cenote.Threading;

/// <summary>
/// A sequence lock: threads read without locking while another thread writes (Boehm, "Can seqlocks get along with programming
/// language memory models?", 2012). A reader discards its result if the sequence number changed during the read.
/// </summary>
/// <remarks>It is a struct, which saves readers an indirection. Writers hold a separate lock.</remarks>
internal struct SequenceLock
{
    // Odd during a change.
    private uint _number;

    /// <summary>
    /// The sequence number. Threads that hold the writers' lock compare this number with an earlier one to detect changes, for
    /// example by a callback.
    /// </summary>
    public readonly uint Number => _number;

    /// <summary>Whether a change is in progress.</summary>
    public readonly bool IsChanging => (_number & 1) != 0;

    /// <summary>Begins a read; false during a change.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryBeginRead(out uint number)
    {
        number = Volatile.Read(in _number);
        return (number & 1) == 0;
    }

    /// <summary>Whether all data read since <see cref="TryBeginRead"/> is consistent.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsUnchanged(uint number)
    {
        Volatile.ReadBarrier();
        return _number == number;
    }

    /// <summary>Begins a change: readers wait or retry until it ends.</summary>
    public void BeginChange()
    {
        Invariant.Holds(!IsChanging, "A change ends before the next one begins.");
        _number++;
        Volatile.WriteBarrier();
    }

    /// <summary>Ends a change and publishes it to readers.</summary>
    public void EndChange()
    {
        Invariant.Holds(IsChanging, "Only a change that has begun can end.");
        Volatile.Write(ref _number, _number + 1);
    }
}
