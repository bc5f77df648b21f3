using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// What all copies of a lease share: the item, and the core of its pool. It is used again and again, each time under another
/// number, which no other ticket ever has. So if the words of a lease are from different leases, because a thread copied it
/// without a lock while another one wrote it, the lease counts as ended.
/// </summary>
/// <remarks>
/// A ticket waits in the <see cref="ThreadSlot"/> of the thread and the pool it was made for, which finds it with the item, and
/// stays there during a lease: only that thread begins a lease with it, whoever ends it. Leases that overlap, and those of
/// guarded pools, have tickets that any thread may keep.
/// </remarks>
internal sealed class LeaseTicket
{
    private const int MostKept = 64;
    private const int NumberBits = 32;
    private const int NumbersAtOnce = 1_024;

    private static long s_numbers;

    [ThreadStatic]
    private static Kept? s_kept;

    // Odd while there is a lease. The lower half counts; the upper half is the ticket's own.
    private long _use;
    private object? _item;

    // Not the pool: a slot would keep it from being collected.
    private PoolCore? _core;
    private bool _isOfSlot;

    private LeaseTicket(long number) => _use = number << NumberBits;

    /// <summary>Whether a ticket of a slot has no numbers left, but for the one that it cannot end.</summary>
    public bool IsUsedUp => (uint)Volatile.Read(ref _use) == uint.MaxValue - 1;

    /// <summary>A ticket for the slot of the current thread in a pool.</summary>
    public static LeaseTicket MakeForSlot(PoolCore core)
    {
        LeaseTicket ticket = (s_kept ??= new Kept()).Make();
        ticket._core = core;
        ticket._isOfSlot = true;
        return ticket;
    }

    /// <summary>A ticket that no other lease has, and the number of this use of it.</summary>
    public static LeaseTicket Take(PoolCore core, object item, out long use)
    {
        LeaseTicket ticket = (s_kept ??= new Kept()).Take();
        Invariant.Holds((ticket._use & 1) == 0, "A ticket that is kept has no lease.");
        ticket._item = item;
        ticket._core = core;
        use = ticket._use + 1;

        // Whoever sees the number sees what was written before.
        Volatile.Write(ref ticket._use, use);
        return ticket;
    }

    /// <summary>
    /// Begins a use of the ticket in a slot of the current thread, if there is no lease and the ticket has numbers left.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryBegin(object item, out long use)
    {
        // Only its thread makes the number odd, so nobody else changes an even one.
        use = Volatile.Read(ref _use) + 1;
        if ((use & 1) == 0 || IsUsedUp)
        {
            return false;
        }

        // Most often it is the item of the last lease, which the ticket still has.
        if (_item != item)
        {
            _item = item;
        }

        // Whoever sees the number sees what was written before.
        Volatile.Write(ref _use, use);
        return true;
    }

    /// <summary>The item of a use; null if it has ended, or if it is of another pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? ItemIn(PoolCore core, long use)
    {
        if (Volatile.Read(ref _use) != use || _core != core)
        {
            return null;
        }

        object? item = _item;

        // Read again: in between, the ticket may have got another item.
        Volatile.ReadBarrier();
        return _use == use ? item : null;
    }

    /// <summary>Ends a use of the ticket; null if it has ended before, or if it is of another pool.</summary>
    /// <returns>The item.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? End(PoolCore core, long use)
    {
        if (Volatile.Read(ref _use) != use || _core != core)
        {
            return null;
        }

        object? item = _item;
        if (Interlocked.CompareExchange(ref _use, use + 1, use) != use)
        {
            return null;
        }

        // From here on, a ticket of a slot is its thread's again. It keeps the item until its next lease, or the next trimming.
        if (!_isOfSlot)
        {
            GiveBack(use);
        }

        return item;
    }

    private void GiveBack(long use)
    {
        Invariant.Holds((use & 1) != 0 && !_isOfSlot, "The number of a lease is odd until it ends.");
        _core = null;
        _item = null;

        // A ticket that has used up its numbers is dropped: after them, those of the next ticket begin.
        if ((uint)use != uint.MaxValue)
        {
            (s_kept ??= new Kept()).Give(this);
        }
    }

    /// <summary>The tickets of one thread that have no lease.</summary>
    private sealed class Kept
    {
        // Tickets beyond the count stay where they are: most often the same ticket comes back to its place, and need not be
        // written.
        private readonly LeaseTicket?[] _tickets = new LeaseTicket?[MostKept];
        private int _count;
        private long _nextNumber;

        public LeaseTicket Take() => _count > 0 ? _tickets[--_count]! : Make();

        public void Give(LeaseTicket ticket)
        {
            int count = _count;
            if (count == MostKept)
            {
                return;
            }

            ref LeaseTicket? place = ref _tickets[count];
            if (place != ticket)
            {
                place = ticket;
            }

            _count = count + 1;
        }

        public LeaseTicket Make()
        {
            if (_nextNumber % NumbersAtOnce == 0)
            {
                _nextNumber = Interlocked.Add(ref s_numbers, NumbersAtOnce);
            }

            return new LeaseTicket(_nextNumber++);
        }
    }
}
