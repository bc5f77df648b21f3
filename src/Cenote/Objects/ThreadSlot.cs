namespace Cenote.Objects;

/// <summary>What a thread has of one pool, where the fast paths look first.</summary>
internal struct ThreadSlot
{
    /// <summary>One item, which needs no room of the pool's size.</summary>
    public object? Hot;

    /// <summary>
    /// The pool of <see cref="Hot"/>, which the id does not tell, because ids are used again; null sends every operation to
    /// <see cref="Cache"/>.
    /// </summary>
    public PoolCore? Owner;

    public ThreadCache? Cache;

    /// <summary>The ticket of the thread's leases that do not overlap. It stays here while there is a lease.</summary>
    public LeaseTicket? Ticket;
}
