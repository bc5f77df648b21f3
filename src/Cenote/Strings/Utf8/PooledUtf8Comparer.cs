using System.Text.Unicode;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// Compares pooled UTF-8 strings with each other and with bytes. Use it for dictionaries and sets that are looked up without
/// allocation through <c>GetAlternateLookup&lt;ReadOnlySpan&lt;byte&gt;&gt;()</c>.
/// </summary>
/// <remarks>
/// For stale handles, <c>Equals</c> works like <see cref="PooledUtf8String.Equals(PooledUtf8String)"/>, and <c>Compare</c>
/// throws. Any thread may use a comparer. A comparer with a pool allocates from it when an alternate lookup adds a key, so only a
/// thread that may change that pool may add keys.
/// </remarks>
/// <example>
/// A dictionary that is looked up by the bytes of a message:
/// <code>
/// using var pool = new Utf8StringPool();
/// var depths = new Dictionary&lt;PooledUtf8String, int>(PooledUtf8Comparer.Ordinal) { [pool.Allocate("Sac Actun"u8)] = 119 };
/// var byBytes = depths.GetAlternateLookup&lt;ReadOnlySpan&lt;byte>>();
/// Console.WriteLine(byBytes["Sac Actun"u8]);   // prints 119
/// </code>
/// </example>
public sealed class PooledUtf8Comparer : IEqualityComparer<PooledUtf8String>, IComparer<PooledUtf8String>,
    IAlternateEqualityComparer<ReadOnlySpan<byte>, PooledUtf8String>
{
    private static readonly Lazy<SipHash> s_keyed = new(SipHash.WithNewSecret);

    private readonly Utf8Pool? _pool;
    private readonly bool _isFloodResistant;

    /// <summary>Creates a comparer with a pool, from which alternate lookups allocate the keys they add.</summary>
    /// <param name="pool">The pool for keys that an alternate lookup adds.</param>
    /// <param name="floodResistant">Whether to hash as <see cref="FloodResistant"/> does.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public PooledUtf8Comparer(Utf8Pool pool, bool floodResistant = false)
        : this(floodResistant)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    private PooledUtf8Comparer(bool floodResistant) => _isFloodResistant = floodResistant;

    /// <summary>
    /// Compares the bytes. Alternate lookups with this comparer cannot add keys, because it has no pool.
    /// </summary>
    public static PooledUtf8Comparer Ordinal { get; } = new(floodResistant: false);

    /// <summary>
    /// Compares the bytes, and hashes them with SipHash-1-3 and a per-process secret, several times slower than
    /// <see cref="Ordinal"/>. Use it against hash flooding, for untrusted keys whose sender can time lookups. Alternate lookups
    /// with this comparer cannot add keys, because it has no pool.
    /// </summary>
    public static PooledUtf8Comparer FloodResistant { get; } = new(floodResistant: true);

    /// <inheritdoc/>
    public bool Equals(PooledUtf8String x, PooledUtf8String y) => x.Equals(y);

    /// <inheritdoc/>
    public int GetHashCode(PooledUtf8String obj)
    {
        if (!_isFloodResistant || !obj.TryGetSpan(out ReadOnlySpan<byte> text))
        {
            return obj.GetHashCode();
        }

        return obj.WithPoolAlive(GetHashCode(text));
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">A handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">A pool is disposed.</exception>
    public int Compare(PooledUtf8String x, PooledUtf8String y) => x.CompareTo(y);

    /// <inheritdoc/>
    public bool Equals(ReadOnlySpan<byte> alternate, PooledUtf8String other) => other.Equals(alternate);

    /// <inheritdoc/>
    public int GetHashCode(ReadOnlySpan<byte> alternate) =>
        _isFloodResistant ? (int)s_keyed.Value.Compute(alternate) : Utf8Hash.Compute(alternate);

    /// <summary>Allocates a key from the comparer's pool. The caller must free it.</summary>
    /// <param name="alternate">The bytes of the key.</param>
    /// <returns>The key.</returns>
    /// <exception cref="NotSupportedException">The comparer was created without a pool.</exception>
    /// <exception cref="ArgumentException">
    /// The key is not valid UTF-8, so the pool would store bytes other than those looked up, or the pool rejects the key as too
    /// short.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    public PooledUtf8String Create(ReadOnlySpan<byte> alternate)
    {
        if (_pool is null)
        {
            return Throw.ComparerHasNoPool<PooledUtf8String>(nameof(PooledUtf8Comparer), nameof(PooledUtf8String));
        }

        return Utf8.IsValid(alternate)
            ? _pool.DangerousAllocate(alternate)
            : Throw.InvalidUtf8Key<PooledUtf8String>(nameof(alternate));
    }
}
