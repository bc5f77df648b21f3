namespace Cenote.Strings;

/// <summary>
/// Compares pooled strings of any pools with each other, with spans and with managed strings. Use it for dictionaries and sets
/// that are looked up without allocation through <c>GetAlternateLookup&lt;ReadOnlySpan&lt;char&gt;&gt;()</c>. Keys are
/// <see cref="PooledStringRef"/>, or <see cref="PooledString"/> of an <see cref="UnmanagedStringPool"/>.
/// </summary>
/// <remarks>
/// For stale handles, <c>Equals</c> works like <see cref="PooledStringRef.Equals(PooledStringRef)"/>, and <c>Compare</c> throws.
/// Any thread that may read the handles' pools may use a comparer. A comparer with a pool allocates from it when an alternate
/// lookup adds a key, so only a thread that may change that pool may add keys.
/// </remarks>
/// <example>
/// A set of pooled strings that is looked up by span:
/// <code>
/// using var pool = new SegmentedStringPool();
/// var caves = new HashSet&lt;PooledStringRef>(PooledStringComparer.Ordinal) { pool.Allocate("Dos Ojos") };
/// var bySpan = caves.GetAlternateLookup&lt;ReadOnlySpan&lt;char>>();
/// Console.WriteLine(bySpan.Contains("Dos Ojos, 119 m".AsSpan(0, 8)));   // prints True
/// </code>
/// </example>
public sealed partial class PooledStringComparer : IEqualityComparer<PooledStringRef>, IComparer<PooledStringRef>,
    IAlternateEqualityComparer<ReadOnlySpan<char>, PooledStringRef>, IAlternateEqualityComparer<string, PooledStringRef>
{
    private readonly StringComparison _comparison;
    private readonly StringPool? _pool;

    /// <summary>Creates a comparer that allocates the keys added by alternate lookups from a pool.</summary>
    /// <param name="pool">The pool for keys that an alternate lookup adds.</param>
    /// <param name="ignoreCase">Whether to ignore case; the comparison is ordinal either way.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public PooledStringComparer(StringPool pool, bool ignoreCase = false)
        : this(ignoreCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    private PooledStringComparer(StringComparison comparison) => _comparison = comparison;

    /// <summary>
    /// Compares ordinally. Alternate lookups with this comparer cannot add keys, because it has no pool.
    /// </summary>
    public static PooledStringComparer Ordinal { get; } = new(StringComparison.Ordinal);

    /// <summary>
    /// Compares ordinally, ignoring case. Alternate lookups with this comparer cannot add keys, because it has no pool.
    /// </summary>
    public static PooledStringComparer OrdinalIgnoreCase { get; } = new(StringComparison.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public bool Equals(PooledStringRef x, PooledStringRef y) =>
        x.WithPoolAlive(y.WithPoolAlive(
            x.Equals(y)
            || (x.TryGetSpan(out ReadOnlySpan<char> left)
                && y.TryGetSpan(out ReadOnlySpan<char> right)
                && left.Equals(right, _comparison))));

    /// <inheritdoc/>
    public int GetHashCode(PooledStringRef obj) =>
        obj.WithPoolAlive(obj.TryGetSpan(out ReadOnlySpan<char> text) ? GetHashCode(text) : obj.GetHashCode());

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">A handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">A pool is disposed.</exception>
    public int Compare(PooledStringRef x, PooledStringRef y) => x.WithPoolAlive(y.WithPoolAlive(x.AsSpan().CompareTo(y.AsSpan(), _comparison)));

    /// <inheritdoc/>
    public bool Equals(ReadOnlySpan<char> alternate, PooledStringRef other) =>
        other.WithPoolAlive(other.TryGetSpan(out ReadOnlySpan<char> text) && text.Equals(alternate, _comparison));

    /// <inheritdoc/>
    public int GetHashCode(ReadOnlySpan<char> alternate) => string.GetHashCode(alternate, _comparison);

    /// <summary>Allocates a key from the comparer's pool. The caller must free it.</summary>
    /// <param name="alternate">The chars of the key.</param>
    /// <returns>The key.</returns>
    /// <exception cref="NotSupportedException">The comparer was created without a pool.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">
    /// The pool rejects the key; see <see cref="StringPool.Allocate(ReadOnlySpan{char})"/>.
    /// </exception>
    public PooledStringRef Create(ReadOnlySpan<char> alternate) => _pool is null
        ? Throw.ComparerHasNoPool<PooledStringRef>(nameof(PooledStringComparer), nameof(PooledStringRef))
        : _pool.Allocate(alternate);

    bool IAlternateEqualityComparer<string, PooledStringRef>.Equals(string alternate, PooledStringRef other) =>
        Equals(alternate.AsSpan(), other);

    int IAlternateEqualityComparer<string, PooledStringRef>.GetHashCode(string alternate) => GetHashCode(alternate.AsSpan());

    PooledStringRef IAlternateEqualityComparer<string, PooledStringRef>.Create(string alternate) => Create(alternate);
}
