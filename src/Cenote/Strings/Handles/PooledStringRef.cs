using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>
/// A 16-byte handle to a string in a <see cref="SegmentedStringPool"/> or <see cref="ConcurrentStringPool"/>: a reference to the
/// pool and an id. All copies of a handle refer to the same string. Freeing one copy makes all copies stale. Reading through a
/// stale handle throws.
/// </summary>
/// <remarks>
/// <para><c>default</c> is the empty string and always valid. Equality and order are ordinal, and the hash code equals that of
/// <see cref="string.GetHashCode(ReadOnlySpan{char})"/>. A stale handle equals only handles of the same former string, so remove
/// handles from hash tables before you free them.</para>
/// <para>
/// Any thread may read a live string while another thread changes other strings. The managed heap is used only by
/// <see cref="ToString()"/>, by <see cref="TryGetString"/>, by boxing, and by new strings of a pool that grows or keeps short
/// strings managed.
/// </para>
/// </remarks>
/// <example>
/// Reading without a managed string, and detecting use after free:
/// <code>
/// using var pool = new SegmentedStringPool();
/// PooledStringRef cave = pool.Allocate("Sac Actun, Quintana Roo");
/// PooledStringRef copy = cave;
/// Console.WriteLine(cave.SubstringSpan(0, cave.IndexOf(",")).Length);   // prints 9
/// cave.Free();
/// Console.WriteLine(copy.IsAlive);                                      // prints False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,raw}")]
[JsonConverter(typeof(HandleJsonConverter<PooledStringRef>))]
public readonly partial struct PooledStringRef : IDisposable, IEquatable<PooledStringRef>, IComparable<PooledStringRef>,
    IComparable, IEqualityOperators<PooledStringRef, PooledStringRef, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    private readonly StringPool? _pool;
    private readonly CellId _cell;

    internal PooledStringRef(StringPool pool, CellId cell)
    {
        _pool = pool;
        _cell = cell;
    }

    /// <summary>The empty string, which belongs to no pool and need not be freed.</summary>
    public static PooledStringRef Empty => default;

    /// <summary>Whether this is the empty string. Pools return this handle for every empty string.</summary>
    public bool IsEmpty => _pool is null;

    /// <summary>
    /// Whether the string can be read: always for the empty string, otherwise until it is freed or its pool is cleared or
    /// disposed.
    /// </summary>
    public bool IsAlive => _pool is null || _pool.IsAlive(_cell);

    /// <summary>The 8-byte id of the string: the handle without the reference to the pool.</summary>
    public PooledStringId Id => new(_cell);

    /// <summary>The number of chars.</summary>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public int Length => WithPoolAlive(AsSpan().Length);

    /// <summary>The char at an index.</summary>
    /// <param name="index">The index, from 0, less than <see cref="Length"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is outside the string.</exception>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public char this[int index] => WithPoolAlive(PooledText.At(AsSpan(), index));

    /// <summary>Whether two strings are equal.</summary>
    public static bool operator ==(PooledStringRef left, PooledStringRef right) => left.Equals(right);

    /// <summary>Whether two strings differ.</summary>
    public static bool operator !=(PooledStringRef left, PooledStringRef right) => !left.Equals(right);

    /// <summary>
    /// Returns a span over the string in the pool's memory, valid until the string is freed, or its pool is cleared or disposed.
    /// The span does not keep the pool alive: the pool must be referenced after the span's last use, for example with
    /// <c>using</c>.
    /// </summary>
    /// <returns>The string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan() => _pool is null ? default : _pool.Read(_cell);

    /// <summary>Reads the string if the handle is not stale.</summary>
    /// <param name="text">The string, or an empty span.</param>
    /// <returns>False if the handle is stale or its pool is disposed.</returns>
    public bool TryGetSpan(out ReadOnlySpan<char> text)
    {
        text = default;
        return _pool is null || _pool.TryRead(_cell, out text);
    }

    /// <summary>Frees the string. Freeing the empty string or a stale handle does nothing.</summary>
    /// <remarks>Same as <see cref="StringPoolBase.Free(PooledStringId)"/>.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Free() => _pool?.Free(_cell);

    /// <summary>Frees the string, as <see cref="Free"/> does.</summary>
    public void Dispose() => Free();

    /// <summary>
    /// Whether two strings are ordinally equal. Never throws; a stale handle equals only handles of the same former string.
    /// </summary>
    /// <param name="other">The other handle, of any pool.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(PooledStringRef other)
    {
        bool alive = TryGetSpan(out ReadOnlySpan<char> text);
        bool otherAlive = other.TryGetSpan(out ReadOnlySpan<char> otherText);
        return WithPoolAlive(other.WithPoolAlive(alive && otherAlive
            ? text.SequenceEqual(otherText)
            : alive == otherAlive && _pool == other._pool && Id == other.Id));
    }

    /// <summary>Whether the string ordinally equals a span. Never throws; false for a stale handle.</summary>
    /// <param name="other">The span.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals(ReadOnlySpan<char> other) => WithPoolAlive(TryGetSpan(out ReadOnlySpan<char> text) && text.SequenceEqual(other));

    /// <summary>Whether the pooled string ordinally equals a string. Never throws; false for null or a stale handle.</summary>
    /// <param name="other">The string.</param>
    /// <returns>Whether they are equal.</returns>
    public bool Equals([NotNullWhen(true)] string? other) => other is not null && Equals(other.AsSpan());

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PooledStringRef other && Equals(other);

    /// <summary>The hash code, equal to that of a span with these chars. Never throws, not even for a stale handle.</summary>
    /// <returns>The hash code.</returns>
    public override int GetHashCode() =>
        WithPoolAlive(TryGetSpan(out ReadOnlySpan<char> text) ? string.GetHashCode(text) : Id.GetHashCode());

    /// <summary>Compares two strings ordinally.</summary>
    /// <param name="other">The other handle, of any pool.</param>
    /// <returns>Less than, equal to or greater than zero.</returns>
    /// <exception cref="InvalidOperationException">A handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">A pool is disposed.</exception>
    public int CompareTo(PooledStringRef other) => WithPoolAlive(other.WithPoolAlive(AsSpan().SequenceCompareTo(other.AsSpan())));

    /// <summary>Allocates a managed copy of the string.</summary>
    /// <returns>The string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public override string ToString() => WithPoolAlive(AsSpan().ToString());

    // Must not throw in a debugger.
    private string DebuggerText => TryGetSpan(out _) ? ToString() : PooledText.Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    int IComparable.CompareTo(object? obj) => WithPoolAlive(PooledText.Compare(this, obj));

    /// <summary>Copies the string.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The number of copied chars; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), destination, out charsWritten));

    /// <summary>Writes the string as UTF-8; lone surrogates become U+FFFD.</summary>
    /// <param name="utf8Destination">The destination.</param>
    /// <param name="bytesWritten">The number of written bytes; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format = default,
        IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), utf8Destination, out bytesWritten));

    internal bool IsOf(StringPool pool) => _pool == pool;

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
