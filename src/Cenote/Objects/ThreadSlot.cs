namespace Cenote.Objects;

/// <summary>One thread's state in one pool, which the fast paths access first.</summary>
internal struct ThreadSlot
{
    /// <summary>One item, beyond the size of the pool.</summary>
    public object? Hot;

    /// <summary>
    /// The pool of <see cref="Hot"/>. An id does not identify the pool, because ids are reused. Null sends every operation to
    /// <see cref="Cache"/>.
    /// </summary>
    public PoolCore? Owner;

    public ThreadCache? Cache;

    /// <summary>The ticket of the thread's leases that do not overlap. The ticket stays here during a lease.</summary>
    public LeaseTicket? Ticket;
}
