using System.Text.Json.Serialization;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <summary>
/// A 16-byte handle to a string in an <see cref="UnmanagedStringPool"/>: a reference to the pool, a slot and a generation.
/// Any change of the pool may move strings: it invalidates spans, but not handles. All copies of a handle refer to the same
/// string. Freeing one copy makes all copies stale. Reading through a stale handle throws.
/// </summary>
/// <remarks>
/// <para><c>default</c> is the empty string and always valid. Equality and order are ordinal, and the hash code equals that of
/// <see cref="string.GetHashCode(ReadOnlySpan{char})"/>. A stale handle equals only handles of the same former string, so remove
/// handles from hash tables before you free them.</para>
/// <para>Many threads may read strings concurrently, but not while a thread changes the pool, because strings move. Only
/// <see cref="TryCopyTo"/> and <see cref="TryGetString"/> may be called at any time. The managed heap is used only by
/// <see cref="ToString()"/>, by <see cref="TryGetString"/>, by boxing, and by new strings that the pool keeps managed.</para>
/// </remarks>
/// <example>
/// Used like a string, then freed:
/// <code>
/// using var pool = new UnmanagedStringPool(initialCapacityChars: 1_000);
/// PooledString cave = pool.Allocate("Dos Ojos");
/// PooledString renamed = cave.Replace("Dos", "Tres");
/// cave.Free();
/// Console.WriteLine($"{renamed}, {cave.IsAlive}");   // prints Tres Ojos, False
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,raw}")]
[JsonConverter(typeof(HandleJsonConverter<PooledString>))]
public readonly partial struct PooledString : IDisposable, IEquatable<PooledString>, IComparable<PooledString>, IComparable,
    IEqualityOperators<PooledString, PooledString, bool>, ISpanFormattable, IUtf8SpanFormattable
{
    private readonly UnmanagedStringPool? _pool;
    private readonly CellId _cell;

    internal PooledString(UnmanagedStringPool pool, CellId cell)
    {
        _pool = pool;
        _cell = cell;
    }

    /// <summary>The empty string, which belongs to no pool and need not be freed.</summary>
    public static PooledString Empty => default;

    /// <summary>Whether this is the empty string. Pools return this handle for every empty string.</summary>
    public bool IsEmpty => _pool is null;

    /// <inheritdoc cref="PooledStringRef.IsAlive"/>
    public bool IsAlive => _pool is null || _pool.IsAlive(_cell);

    /// <summary>The 8-byte id of the string: the handle without the reference to the pool.</summary>
    public PooledStringId Id => new(_cell);

    /// <inheritdoc cref="PooledStringRef.Length"/>
    public int Length => WithPoolAlive(AsSpan().Length);

    /// <inheritdoc cref="PooledStringRef.this[int]"/>
    public char this[int index] => WithPoolAlive(PooledText.At(AsSpan(), index));

    /// <summary>Whether two strings are equal.</summary>
    public static bool operator ==(PooledString left, PooledString right) => left.Equals(right);

    /// <summary>Whether two strings differ.</summary>
    public static bool operator !=(PooledString left, PooledString right) => !left.Equals(right);

    /// <summary>
    /// Returns a span over the string in the pool's memory. <b>The span is invalid once anything changes the pool</b>, because any
    /// change may move strings. The span does not keep the pool alive: the pool must be referenced after the span's last use, for
    /// example with <c>using</c>.
    /// </summary>
    /// <returns>The string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<char> AsSpan() => _pool is null ? default : _pool.Read(_cell);

    /// <summary>Reads the string if the handle is not stale.</summary>
    /// <param name="text">
    /// The string, or an empty span. <b>The span is invalid once anything changes the pool</b>, because any change may
    /// move strings.
    /// </param>
    /// <returns>False if the handle is stale or its pool is disposed.</returns>
    public bool TryGetSpan(out ReadOnlySpan<char> text)
    {
        text = default;
        return _pool is null || _pool.TryRead(_cell, out text);
    }

    /// <summary>Frees the string. Freeing the empty string or a stale handle does nothing.</summary>
    /// <remarks>Same as <see cref="UnmanagedStringPool.Free(PooledStringId)"/>. One thread at a time may change the
    /// pool.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Free() => _pool?.Free(_cell);

    /// <summary>Frees the string, as <see cref="Free"/> does.</summary>
    public void Dispose() => Free();

    /// <inheritdoc cref="PooledStringRef.Equals(PooledStringRef)"/>
    public bool Equals(PooledString other)
    {
        bool alive = TryGetSpan(out ReadOnlySpan<char> text);
        bool otherAlive = other.TryGetSpan(out ReadOnlySpan<char> otherText);
        return WithPoolAlive(other.WithPoolAlive(alive && otherAlive
            ? text.SequenceEqual(otherText)
            : alive == otherAlive && _pool == other._pool && Id == other.Id));
    }

    /// <inheritdoc cref="PooledStringRef.Equals(ReadOnlySpan{char})"/>
    public bool Equals(ReadOnlySpan<char> other) => WithPoolAlive(TryGetSpan(out ReadOnlySpan<char> text) && text.SequenceEqual(other));

    /// <inheritdoc cref="PooledStringRef.Equals(string)"/>
    public bool Equals([NotNullWhen(true)] string? other) => other is not null && Equals(other.AsSpan());

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PooledString other && Equals(other);

    /// <inheritdoc cref="PooledStringRef.GetHashCode"/>
    public override int GetHashCode() =>
        WithPoolAlive(TryGetSpan(out ReadOnlySpan<char> text) ? string.GetHashCode(text) : Id.GetHashCode());

    /// <inheritdoc cref="PooledStringRef.CompareTo"/>
    public int CompareTo(PooledString other) => WithPoolAlive(other.WithPoolAlive(AsSpan().SequenceCompareTo(other.AsSpan())));

    /// <inheritdoc cref="PooledStringRef.ToString"/>
    public override string ToString() => WithPoolAlive(AsSpan().ToString());

    // Must not throw in a debugger.
    private string DebuggerText => TryGetSpan(out _) ? ToString() : PooledText.Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    int IComparable.CompareTo(object? obj) => WithPoolAlive(PooledText.Compare(this, obj));

    /// <inheritdoc cref="PooledStringRef.TryFormat(Span{char}, out int, ReadOnlySpan{char}, IFormatProvider)"/>
    public bool TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), destination, out charsWritten));

    /// <inheritdoc cref="PooledStringRef.TryFormat(Span{byte}, out int, ReadOnlySpan{char}, IFormatProvider)"/>
    public bool TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format = default,
        IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), utf8Destination, out bytesWritten));

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
