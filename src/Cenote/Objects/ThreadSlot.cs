namespace Cenote.Objects;

/// <summary>One thread's part of one pool, which the fast paths access first.</summary>
internal struct ThreadSlot
{
    /// <summary>One item, beyond the size of the pool.</summary>
    public object? Hot;

    /// <summary>
    /// The pool of <see cref="Hot"/>: ids are reused and do not identify it. Null sends every operation to <see cref="Cache"/>.
    /// </summary>
    public PoolCore? Owner;

    public ThreadCache? Cache;

    /// <summary>The ticket of the thread's leases that do not overlap. It stays here during a lease.</summary>
    public LeaseTicket? Ticket;
}
