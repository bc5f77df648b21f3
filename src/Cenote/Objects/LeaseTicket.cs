namespace Cenote.Objects;

/// <summary>What all copies of a lease share. It is used again and again, each time under another number.</summary>
internal sealed class LeaseTicket
{
    private const int MostKept = 64;

    [ThreadStatic]
    private static LeaseTicket? s_free;

    [ThreadStatic]
    private static int s_freeCount;

    private LeaseTicket? _next;
    private long _use;

    /// <summary>A ticket that no other lease has, and the number of this use of it.</summary>
    public static LeaseTicket Take(out long use)
    {
        LeaseTicket? ticket = s_free;
        if (ticket is null)
        {
            ticket = new LeaseTicket();
        }
        else
        {
            s_free = ticket._next;
            s_freeCount--;
        }

        use = ticket._use;
        return ticket;
    }

    public bool IsIn(long use) => Volatile.Read(ref _use) == use;

    /// <summary>Ends a use of the ticket; false if it has ended.</summary>
    public bool TryEnd(long use)
    {
        if (Interlocked.CompareExchange(ref _use, use + 1, use) != use)
        {
            return false;
        }

        if (s_freeCount < MostKept)
        {
            _next = s_free;
            s_free = this;
            s_freeCount++;
        }

        return true;
    }
}
