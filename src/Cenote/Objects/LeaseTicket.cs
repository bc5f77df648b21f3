using Cenote.Threading;

namespace Cenote.Objects;

/// <summary>
/// State that all copies of a lease share: the item and the core of its pool. Tickets are reused, each time with a use number
/// that no other ticket ever has. A torn copy of a lease, read without a lock during a write, therefore counts as disposed.
/// </summary>
/// <remarks>
/// The ticket of a <see cref="ThreadSlot"/> stays there, even during a lease. Only the thread of the slot begins leases with it;
/// any thread may end them. Other leases, such as overlapping ones, use other tickets. The thread that ends such a lease caches
/// its ticket.
/// </remarks>
internal sealed class LeaseTicket
{
    private const int MaxCached = 64;
    private const int NumberBits = 32;
    private const int NumbersAtOnce = 1_024;

    private static long s_numbers;

    [ThreadStatic]
    private static TicketCache? s_cache;

    // The use number, which is odd during a lease. The lower half is a counter; the upper half is unique to the ticket.
    private long _use;
    private object? _item;

    // The core, not the pool, because the slot would keep the pool alive.
    private PoolCore? _core;
    private bool _belongsToSlot;

    private LeaseTicket(long number) => _use = number << NumberBits;

    /// <summary>Whether a slot's ticket is used up: after one more use, its number would belong to another ticket.</summary>
    public bool IsUsedUp => (uint)Volatile.Read(ref _use) == uint.MaxValue - 1;

    /// <summary>Creates a ticket for the current thread's slot in a pool.</summary>
    public static LeaseTicket CreateForSlot(PoolCore core)
    {
        LeaseTicket ticket = (s_cache ??= new TicketCache()).Make();
        ticket._core = core;
        ticket._belongsToSlot = true;
        return ticket;
    }

    /// <summary>Returns a ticket that no other lease is using, and the number of this use.</summary>
    public static LeaseTicket Take(PoolCore core, object item, out long use)
    {
        LeaseTicket ticket = (s_cache ??= new TicketCache()).Take();
        Invariant.Holds((ticket._use & 1) == 0, "A cached ticket has no lease.");
        ticket._item = item;
        ticket._core = core;
        use = ticket._use + 1;

        // Publishes the item and the core.
        Volatile.Write(ref ticket._use, use);
        return ticket;
    }

    /// <summary>
    /// Begins a use of a ticket in the current thread's slot, if the ticket has no lease and has use numbers left.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryBegin(object item, out long use)
    {
        // Only this thread makes the number odd, so no other thread changes an even number.
        use = Volatile.Read(ref _use) + 1;
        if ((use & 1) == 0 || IsUsedUp)
        {
            return false;
        }

        // Usually the last lease had the same item, which saves the write.
        if (_item != item)
        {
            _item = item;
        }

        // Publishes the item.
        Volatile.Write(ref _use, use);
        return true;
    }

    /// <summary>Returns the item of a use; null if the use has ended, or belongs to another pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? ItemIn(PoolCore core, long use)
    {
        if (Volatile.Read(ref _use) != use || _core != core)
        {
            return null;
        }

        object? item = _item;

        // Reads the number again: the ticket may have been reused for another item.
        Volatile.ReadBarrier();
        return _use == use ? item : null;
    }

    /// <summary>Ends a use of the ticket.</summary>
    /// <returns>The item; null if the use has already ended, or belongs to another pool.</returns>
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

        // If the ticket belongs to a slot, the thread of the slot may now reuse it. The ticket keeps the item until the next
        // lease or the next trim.
        if (!_belongsToSlot)
        {
            Return(use);
        }

        return item;
    }

    private void Return(long use)
    {
        Invariant.Holds((use & 1) != 0 && !_belongsToSlot, "The number of a lease is odd until the lease ends.");
        _core = null;
        _item = null;

        // A ticket whose numbers are used up is dropped: its next number would belong to the next ticket.
        if ((uint)use != uint.MaxValue)
        {
            (s_cache ??= new TicketCache()).Add(this);
        }
    }

    /// <summary>One thread's cache of tickets without a lease.</summary>
    private sealed class TicketCache
    {
        // Tickets beyond the count stay in the array: usually the same ticket returns to its place, which saves the write.
        private readonly LeaseTicket?[] _tickets = new LeaseTicket?[MaxCached];
        private int _count;
        private long _nextNumber;

        public LeaseTicket Take() => _count > 0 ? _tickets[--_count]! : Make();

        public void Add(LeaseTicket ticket)
        {
            int count = _count;
            if (count == MaxCached)
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
