namespace Cenote.Objects;

/// <summary>One thread's state in one pool, which the fast paths access first.</summary>
internal struct ThreadSlot
{
    /// <summary>One item; beyond the size of the pool, unless the pool disposes items.</summary>
    public object? Hot;

    /// <summary>
    /// The <see cref="PoolCore"/> of <see cref="Hot"/>. An id does not identify the pool, because ids are reused. Null and
    /// <see cref="ThreadSlots.Taken"/> send every operation to <see cref="Cache"/>, if any.
    /// </summary>
    public object? Owner;

    public ThreadCache? Cache;

    /// <summary>The ticket of the thread's leases that do not overlap. The ticket stays here during a lease.</summary>
    public LeaseTicket? Ticket;
}
