namespace Cenote.Objects;

/// <summary>Holds an item of an object pool until it is disposed: <c>using var lease = pool.Rent();</c></summary>
/// <typeparam name="T">The class of the item.</typeparam>
/// <remarks>
/// <para>All copies are the same lease: the first <see cref="Dispose"/> frees the item, on any thread, and later ones do nothing.
/// The default lease has no item. In steady state, leases allocate nothing if they are disposed on the thread that rented them,
/// and no thread holds more than 64 at once.</para>
/// <para>A variable of this type that threads read and write concurrently without a lock can yield a torn lease. A torn lease
/// counts as disposed: it neither returns nor frees an item. The items of overwritten leases may then never be freed.</para>
/// </remarks>
/// <example>
/// The item is freed at the end of the method, even if an exception is thrown:
/// <code>
/// using var pool = new ObjectPool&lt;List&lt;int>>(static () => [], static list => list.Clear(), size: 16);
/// using ObjectLease&lt;List&lt;int>> lease = pool.Rent();
/// lease.Value.AddRange([119, 54, 88]);
/// Console.WriteLine(lease.Value.Max());   // prints 119
/// </code>
/// </example>
public readonly struct ObjectLease<T> : IDisposable, IEquatable<ObjectLease<T>>
    where T : class
{
    private readonly LeaseTicket? _ticket;
    private readonly long _use;

    private readonly ObjectPoolBase<T>? _pool;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ObjectLease(ObjectPoolBase<T> pool, LeaseTicket ticket, long use)
    {
        _ticket = ticket;
        _use = use;
        _pool = pool;
    }

    /// <summary>The item, until the lease is disposed.</summary>
    /// <exception cref="InvalidOperationException">The item was freed, or this is the default lease.</exception>
    public T Value
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            object? item = _ticket is { } ticket && _pool is { } pool ? ticket.ItemIn(pool.Core, _use) : null;
            if (item is null)
            {
                Throw.LeaseHasEnded();
            }

            return Unsafe.As<T>(item);
        }
    }

    /// <summary>Whether two leases are copies of each other.</summary>
    public static bool operator ==(ObjectLease<T> left, ObjectLease<T> right) => left.Equals(right);

    /// <summary>Whether two leases are not copies of each other.</summary>
    public static bool operator !=(ObjectLease<T> left, ObjectLease<T> right) => !left.Equals(right);

    /// <summary>Frees the item, unless a copy of the lease already has; throws what <see cref="ObjectPoolBase{T}.Free"/>
    /// throws.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        if (_ticket is { } ticket && _pool is { } pool && ticket.End(pool.Core, _use) is { } item)
        {
            pool.Free(Unsafe.As<T>(item));
        }
    }

    /// <inheritdoc/>
    public bool Equals(ObjectLease<T> other) => _ticket == other._ticket && _use == other._use && _pool == other._pool;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is ObjectLease<T> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_ticket, _use);
}
