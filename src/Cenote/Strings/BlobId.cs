namespace Cenote.Strings;

/// <summary>
/// An 8-byte handle to bytes in a <see cref="BlobStore"/>. An id has no reference to the store, so the GC need not scan an array
/// of ids.
/// </summary>
/// <remarks>
/// <c>default</c> represents empty data in every store. Equality is identity: two ids of the same store are equal if they refer
/// to the same allocation, not if their bytes are equal. A store rejects an id of another store as stale; about one such id in
/// 500 million matches by chance. Any thread may use ids. Only <see cref="ToString"/> and boxing allocate.
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

    /// <summary>Whether two ids of the same store refer to the same allocation.</summary>
    public static bool operator ==(BlobId left, BlobId right) => left.Equals(right);

    /// <summary>Whether two ids of the same store refer to different allocations.</summary>
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
