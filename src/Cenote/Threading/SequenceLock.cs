using System.Runtime.CompilerServices;

namespace Cenote.Threading;

/// <summary>
/// Lets threads read without a lock while another thread changes what they read (Boehm, "Can seqlocks get along with programming
/// language memory models?", 2012). A reader notes a number, reads, and discards the result if the number has changed.
/// </summary>
/// <remarks>A struct, so that readers need no further indirection. Writers hold another lock.</remarks>
internal struct SequenceLock
{
    // Odd during a change.
    private uint _number;

    /// <summary>The number. Threads that hold the lock of writers compare it to notice changes by callbacks.</summary>
    public readonly uint Number => _number;

    /// <summary>Whether a change has begun.</summary>
    public readonly bool IsChanging => (_number & 1) != 0;

    /// <summary>Begins a read; false during a change.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryBeginRead(out uint number)
    {
        number = Volatile.Read(in _number);
        return (number & 1) == 0;
    }

    /// <summary>Whether everything that was read since <see cref="TryBeginRead"/> belongs to one moment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsUnchanged(uint number)
    {
        Volatile.ReadBarrier();
        return _number == number;
    }

    /// <summary>Begins a change: from now on readers wait or retry.</summary>
    public void BeginChange()
    {
        Invariant.Holds(!IsChanging, "One change ends before the next.");
        _number++;
        Volatile.WriteBarrier();
    }

    /// <summary>Ends a change, which readers see from now on.</summary>
    public void EndChange()
    {
        Invariant.Holds(IsChanging, "A change that ends has begun.");
        Volatile.Write(ref _number, _number + 1);
    }
}
