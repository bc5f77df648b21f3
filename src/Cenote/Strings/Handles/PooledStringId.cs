using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>
/// An 8-byte handle to a pooled string, without a reference to its pool: the GC does not scan arrays of ids. Read the string
/// through its pool: <see cref="StringPool.AsSpan(PooledStringId)"/>, <see cref="StringPool.Resolve(PooledStringId)"/>.
/// </summary>
/// <remarks>
/// <c>default</c> is the empty string in every pool. Equality is identity: two ids of the same pool are equal if they refer to
/// the same allocation, not if their strings are equal. Another pool treats an id as stale; about one such id in half a billion
/// matches by chance. Any thread may use ids. Only <see cref="ToString"/> and boxing allocate.
/// </remarks>
/// <example>
/// Many strings that the garbage collector does not scan:
/// <code>
/// using var pool = new SegmentedStringPool();
/// var ids = new PooledStringId[100_000];
/// for (int i = 0; i &lt; ids.Length; i++)
/// {
///     ids[i] = pool.Allocate($"visitor {i}").Id;
/// }
///
/// Console.WriteLine(pool.AsSpan(ids[12_345]).ToString());   // prints visitor 12345
/// </code>
/// </example>
[JsonConverter(typeof(HandleJsonConverter<PooledStringId>))]
public readonly partial struct PooledStringId : IEquatable<PooledStringId>
{
    internal readonly CellId Cell;

    internal PooledStringId(CellId cell) => Cell = cell;

    /// <summary>True for <c>default</c>, the empty string.</summary>
    public bool IsEmpty => Cell.Index == 0;

    /// <summary>Whether two ids of the same pool refer to the same allocation.</summary>
    public static bool operator ==(PooledStringId left, PooledStringId right) => left.Equals(right);

    /// <summary>Whether two ids of the same pool refer to different allocations.</summary>
    public static bool operator !=(PooledStringId left, PooledStringId right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(PooledStringId other) => Cell.Index == other.Cell.Index && Cell.Generation == other.Cell.Generation;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PooledStringId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Cell.Index, Cell.Generation);

    /// <summary>Formats the id, not its string, for debuggers and logs.</summary>
    public override string ToString() =>
        IsEmpty ? "pooled string id (empty)" : $"pooled string id {Cell.Index:x}:{Cell.Generation:x}";
}
