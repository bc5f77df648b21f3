using System.Diagnostics.CodeAnalysis;
using Cenote.Strings;

namespace Cenote.Collections;

/// <summary>
/// An 8-byte handle of bytes in a <see cref="BlobStore"/>, without a reference to the store: an array of ids holds nothing for
/// the
/// collector to scan.
/// </summary>
/// <remarks>
/// <c>default</c> stands for no bytes, in every store. Equality is identity: two ids are equal if they stand for the same
/// allocation, not for the same bytes; they must be of the same store. An id that is used with another store is refused as stale,
/// except for a chance of about one in half a billion. Any thread may use ids; they allocate nothing.
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

    /// <summary>True for <c>default</c>, which stands for no bytes.</summary>
    public bool IsEmpty => Id.IsEmpty;

    /// <summary>Whether both ids stand for the same allocation, if they are of the same store.</summary>
    public static bool operator ==(BlobId left, BlobId right) => left.Equals(right);

    /// <summary>Whether the ids stand for different allocations.</summary>
    public static bool operator !=(BlobId left, BlobId right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(BlobId other) => Id == other.Id;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is BlobId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Id.GetHashCode();

    /// <summary>The id itself, for a debugger or a log; its bytes are known to the store only.</summary>
    public override string ToString() =>
        IsEmpty ? "blob id (empty)" : $"blob id, {Id}";
}
