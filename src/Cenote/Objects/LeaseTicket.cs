namespace Cenote.Objects;

/// <summary>
/// What all copies of a lease share: the item, and the pool it goes back to. It is used again and again, each time under another
/// number, which no other ticket ever has. So if the two words of a lease are from different leases, because a thread copied it
/// without a lock while another one wrote it, the lease counts as ended.
/// </summary>
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
    private object? _pool;

    private LeaseTicket(long number) => _use = number << NumberBits;

    /// <summary>A ticket that no other lease has, and the number of this use of it.</summary>
    public static LeaseTicket Take(object pool, object item, out long use)
    {
        LeaseTicket ticket = (s_kept ??= new Kept()).Take();
        ticket._item = item;
        ticket._pool = pool;
        use = ticket._use + 1;

        // Whoever sees the number sees what was written before.
        Volatile.Write(ref ticket._use, use);
        return ticket;
    }

    /// <summary>The item of a use; null if it has ended.</summary>
    public object? ItemIn(long use)
    {
        if (Volatile.Read(ref _use) != use)
        {
            return null;
        }

        object? item = _item;

        // Read again: in between, the ticket may have got another item.
        Volatile.ReadBarrier();
        return _use == use ? item : null;
    }

    /// <summary>Ends a use of the ticket; false if it has ended before.</summary>
    public bool TryEnd(long use, out object? pool, out object? item)
    {
        pool = null;
        item = null;
        if (Volatile.Read(ref _use) != use)
        {
            return false;
        }

        object? usedPool = _pool;
        object? usedItem = _item;
        if (Interlocked.CompareExchange(ref _use, use + 1, use) != use)
        {
            return false;
        }

        pool = usedPool;
        item = usedItem;
        _pool = null;
        _item = null;

        // A ticket that has used up its numbers is dropped: after them, those of the next ticket begin.
        if ((uint)use != uint.MaxValue)
        {
            (s_kept ??= new Kept()).Give(this);
        }

        return true;
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

        private LeaseTicket Make()
        {
            if (_nextNumber % NumbersAtOnce == 0)
            {
                _nextNumber = Interlocked.Add(ref s_numbers, NumbersAtOnce);
            }

            return new LeaseTicket(_nextNumber++);
        }
    }
}
