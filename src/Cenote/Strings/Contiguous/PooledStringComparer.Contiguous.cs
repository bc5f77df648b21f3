namespace Cenote.Strings;

/// <content>Comparison of the strings of an <see cref="UnmanagedStringPool"/>.</content>
public sealed partial class PooledStringComparer : IEqualityComparer<PooledString>, IComparer<PooledString>,
    IAlternateEqualityComparer<ReadOnlySpan<char>, PooledString>, IAlternateEqualityComparer<string, PooledString>
{
    private readonly UnmanagedStringPool? _contiguousPool;

    /// <summary>
    /// Creates a comparer for <see cref="PooledString"/> keys. Keys that an alternate lookup adds are allocated from a pool.
    /// </summary>
    /// <param name="pool">The pool for keys that an alternate lookup adds.</param>
    /// <param name="ignoreCase">Whether to ignore case; the comparison is ordinal either way.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public PooledStringComparer(UnmanagedStringPool pool, bool ignoreCase = false)
        : this(ignoreCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _contiguousPool = pool;
    }

    /// <inheritdoc/>
    public bool Equals(PooledString x, PooledString y) =>
        x.WithPoolAlive(y.WithPoolAlive(
            x.Equals(y)
            || (x.TryGetSpan(out ReadOnlySpan<char> left)
                && y.TryGetSpan(out ReadOnlySpan<char> right)
                && left.Equals(right, _comparison))));

    /// <inheritdoc/>
    public int GetHashCode(PooledString obj) =>
        obj.WithPoolAlive(obj.TryGetSpan(out ReadOnlySpan<char> text) ? GetHashCode(text) : obj.GetHashCode());

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">A handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">A pool is disposed.</exception>
    public int Compare(PooledString x, PooledString y) => x.WithPoolAlive(y.WithPoolAlive(x.AsSpan().CompareTo(y.AsSpan(), _comparison)));

    /// <inheritdoc/>
    public bool Equals(ReadOnlySpan<char> alternate, PooledString other) =>
        other.WithPoolAlive(other.TryGetSpan(out ReadOnlySpan<char> text) && text.Equals(alternate, _comparison));

    bool IAlternateEqualityComparer<string, PooledString>.Equals(string alternate, PooledString other) =>
        Equals(alternate.AsSpan(), other);

    int IAlternateEqualityComparer<string, PooledString>.GetHashCode(string alternate) => GetHashCode(alternate.AsSpan());

    // Implemented explicitly, because this method differs only in its return type from the one for PooledStringRef.
    PooledString IAlternateEqualityComparer<ReadOnlySpan<char>, PooledString>.Create(ReadOnlySpan<char> alternate) =>
        CreateContiguous(alternate);

    PooledString IAlternateEqualityComparer<string, PooledString>.Create(string alternate) => CreateContiguous(alternate);

    private PooledString CreateContiguous(ReadOnlySpan<char> text) => _contiguousPool is null
        ? Throw.ComparerHasNoPool<PooledString>(nameof(PooledStringComparer), nameof(PooledString))
        : _contiguousPool.Allocate(text);
}
