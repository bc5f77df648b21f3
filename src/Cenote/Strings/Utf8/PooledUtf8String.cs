using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>
/// A 16-byte handle to a string in a <see cref="Utf8StringPool"/> or <see cref="ConcurrentUtf8StringPool"/>: a reference to the
/// pool and an id. All copies of a handle refer to the same string. Freeing one copy makes all copies stale. Reading through a
/// stale handle throws.
/// </summary>
/// <remarks>
/// <para>Lengths and indices are in bytes of UTF-8. <c>default</c> is the empty string and always valid. Equality, order and hash
/// code depend on the bytes only. Strings sort by code point, which differs from the ordinal order of UTF-16 when surrogates are
/// compared with U+E000 and above. A stale handle equals only handles of the same former string, so remove handles from hash
/// tables before you free them.</para>
/// <para>Any thread may read a live string while another thread changes other strings. The managed heap is used only by
/// <see cref="ToString()"/>, by <see cref="TryGetString"/>, by boxing, and by new strings of a pool that grows or keeps short
/// strings managed.</para>
/// </remarks>
/// <example>
/// Lengths are in bytes. A pooled string can be compared with UTF-8 and UTF-16:
/// <code>
/// using var pool = new Utf8StringPool();
/// PooledUtf8String state = pool.Allocate("Yucatán");
/// Console.WriteLine(state.Length);                                           // prints 8
/// Console.WriteLine(state.Equals("Yucatán"u8) &amp;&amp; state.Equals("Yucatán"));   // prints True
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,raw}")]
[JsonConverter(typeof(HandleJsonConverter<PooledUtf8String>))]
public readonly partial struct PooledUtf8String : IDisposable, IEquatable<PooledUtf8String>, IComparable<PooledUtf8String>,
    IComparable, IEqualityOperators<PooledUtf8String, PooledUtf8String, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    private readonly Utf8Pool? _pool;
    private readonly CellId _cell;

    internal PooledUtf8String(Utf8Pool pool, CellId cell)
    {
        _pool = pool;
        _cell = cell;
    }

    /// <summary>The empty string, which belongs to no pool and need not be freed.</summary>
    public static PooledUtf8String Empty => default;

    /// <summary>Whether this is the empty string. Pools return this handle for every empty string.</summary>
    public bool IsEmpty => _pool is null;

    /// <inheritdoc cref="PooledStringRef.IsAlive"/>
    public bool IsAlive => _pool is null || _pool.IsAlive(_cell);

    /// <summary>The 8-byte id of the string: the handle without the reference to the pool.</summary>
    public PooledStringId Id => new(_cell);

    /// <summary>The number of bytes.</summary>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public int Length => WithPoolAlive(AsSpan().Length);

    /// <summary>The byte at an index.</summary>
    /// <param name="index">The index, from 0, less than <see cref="Length"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public byte this[int index] => WithPoolAlive(PooledText.At(AsSpan(), index));

    /// <summary>Whether two strings are equal.</summary>
    public static bool operator ==(PooledUtf8String left, PooledUtf8String right) => left.Equals(right);

    /// <summary>Whether two strings differ.</summary>
    public static bool operator !=(PooledUtf8String left, PooledUtf8String right) => !left.Equals(right);

    /// <summary>
    /// Returns a span over the string in the pool's memory, valid until the string is freed, or its pool is cleared or disposed.
    /// The span does not keep the pool alive: the pool must be referenced after the span's last use, for example with
    /// <c>using</c>.
    /// </summary>
    /// <returns>The UTF-8 bytes.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> AsSpan() => _pool is null ? default : _pool.Read(_cell);

    /// <summary>Reads the string if the handle is not stale.</summary>
    /// <param name="utf8">The string, or an empty span.</param>
    /// <returns>False if the handle is stale or its pool is disposed.</returns>
    public bool TryGetSpan(out ReadOnlySpan<byte> utf8)
    {
        utf8 = default;
        return _pool is null || _pool.TryRead(_cell, out utf8);
    }

    /// <summary>Frees the string. Freeing the empty string or a stale handle does nothing.</summary>
    /// <remarks>
    /// Same as <see cref="StringPoolBase.Free(PooledStringId)"/>. Only one thread at a time may change a non-concurrent pool.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Free() => _pool?.Free(_cell);

    /// <summary>Frees the string, as <see cref="Free"/> does.</summary>
    public void Dispose() => Free();

    /// <summary>
    /// Whether two strings are equal. Never throws; a stale handle equals only handles of the same former string.
    /// </summary>
    /// <param name="other">The other handle, of any pool.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(PooledUtf8String other)
    {
        bool alive = TryGetSpan(out ReadOnlySpan<byte> text);
        bool otherAlive = other.TryGetSpan(out ReadOnlySpan<byte> otherText);
        return WithPoolAlive(other.WithPoolAlive(alive && otherAlive
            ? text.SequenceEqual(otherText)
            : alive == otherAlive && _pool == other._pool && Id == other.Id));
    }

    /// <summary>Whether the string consists of these bytes. Never throws; false for a stale handle.</summary>
    /// <param name="utf8">The bytes.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ReadOnlySpan<byte> utf8) => WithPoolAlive(TryGetSpan(out ReadOnlySpan<byte> text) && text.SequenceEqual(utf8));

    /// <summary>
    /// Whether the string ordinally equals a UTF-16 span. Never throws, allocates nothing; false for a stale handle.
    /// </summary>
    /// <param name="utf16">The span. If it has a lone surrogate, it equals no pooled string.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ReadOnlySpan<char> utf16) => WithPoolAlive(TryGetSpan(out ReadOnlySpan<byte> text) && Utf8Text.Equals(text, utf16));

    /// <summary>
    /// Whether the pooled string ordinally equals a managed one. Never throws, allocates nothing; false for null or a stale
    /// handle.
    /// </summary>
    /// <param name="other">The string.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals([NotNullWhen(true)] string? other) => other is not null && Equals(other.AsSpan());

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PooledUtf8String other && Equals(other);

    /// <summary>The hash code of the bytes. It differs between processes. Never throws, not even for a stale handle.</summary>
    /// <returns>The hash code that <see cref="PooledUtf8Comparer.Ordinal"/> returns for the bytes.</returns>
    public override int GetHashCode() =>
        WithPoolAlive(TryGetSpan(out ReadOnlySpan<byte> text) ? Utf8Hash.Compute(text) : Id.GetHashCode());

    /// <summary>Compares the bytes, which sorts by code point.</summary>
    /// <param name="other">The other handle, of any pool.</param>
    /// <returns>Less than, equal to or greater than zero.</returns>
    /// <exception cref="InvalidOperationException">A handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">A pool is disposed.</exception>
    public int CompareTo(PooledUtf8String other) => WithPoolAlive(other.WithPoolAlive(AsSpan().SequenceCompareTo(other.AsSpan())));

    int IComparable.CompareTo(object? obj) => WithPoolAlive(PooledText.Compare(this, obj));

    internal bool IsOf(Utf8Pool pool) => _pool == pool;

    /// <summary>
    /// Returns its argument, and keeps the pool alive while the argument is computed from the string. This handle may be the last
    /// reference to the pool, because a span does not count as one.
    /// </summary>
    internal T WithPoolAlive<T>(T result)
    {
        GC.KeepAlive(_pool);
        return result;
    }
}
