namespace Cenote.Strings;

/// <summary>
/// An 8-byte handle to bytes in a <see cref="BlobStore"/>. An id has no reference to the store, so the GC need not scan an array
/// of ids.
/// </summary>
/// <remarks>
/// <c>default</c> represents empty data in every store. Equality is identity: ids of the same store are equal if they represent
/// the same allocation, not the same bytes. A store rejects an id of another store as stale; about one such id in 500 million
/// matches by chance. Thread-safe; allocates nothing.
/// </remarks>
/// <example>
/// <code>
/// using var store = new BlobStore();
/// BlobId one = store.Allocate([1, 2, 3]);
/// BlobId other = store.Allocate([1, 2, 3]);
/// Console.WriteLine(one == other);   // prints False
/// </code>
/// </example>
public readonly struct BlobId : IEquatable<BlobId>
{
    internal readonly PooledStringId Id;

    internal BlobId(PooledStringId id) => Id = id;

    /// <summary>True for <c>default</c>, which represents empty data.</summary>
    public bool IsEmpty => Id.IsEmpty;

    /// <summary>Whether both ids represent the same allocation of the same store.</summary>
    public static bool operator ==(BlobId left, BlobId right) => left.Equals(right);

    /// <summary>Whether the ids represent different allocations.</summary>
    public static bool operator !=(BlobId left, BlobId right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(BlobId other) => Id == other.Id;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is BlobId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Id.GetHashCode();

    /// <summary>Formats the id for debuggers and logs. Only the store can return the bytes.</summary>
    public override string ToString() =>
        IsEmpty ? "blob id (empty)" : $"blob id, {Id}";
}
