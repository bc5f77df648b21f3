using Cenote.Keys;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// A set of strings in unmanaged memory, looked up by <see cref="ReadOnlySpan{T}"/>, string or UTF-8 without allocation. The
/// GC has no object per string to scan. Strings are compared ordinally, optionally ignoring case.
/// </summary>
/// <remarks>
/// A <see cref="PooledStringDictionary{TValue}"/> without values; see its remarks for keys, threads and memory. Member
/// names match <see cref="HashSet{T}"/>.
/// </remarks>
/// <example>
/// Find duplicates:
/// <code>
/// using var seen = new PooledStringSet();
/// foreach (string name in (string[])["Dos Ojos", "Sac Actun", "Dos Ojos"])
/// {
///     if (!seen.Add(name))
///     {
///         Console.WriteLine(name);   // prints Dos Ojos
///     }
/// }
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed partial class PooledStringSet : IReadOnlySet<string>, IDisposable, IDebugItems
{
    private readonly PooledStringDictionary<NoValue> _keys;
    private readonly bool _ignoresCase;

    /// <summary>Creates an empty set.</summary>
    /// <param name="options">Encoding, capacity and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    [OverloadResolutionPriority(1)]   // new(new() { … }) binds to the options
    public PooledStringSet(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    /// <summary>Creates a set from a sequence of strings.</summary>
    /// <param name="items">The strings; duplicates are allowed. Another set is copied without allocating strings.</param>
    /// <param name="options">
    /// Encoding, capacity and limit; null for the defaults, not for the options of <paramref name="items"/>.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="items"/> is null.</exception>
    /// <inheritdoc cref="PooledStringSet(PooledStringDictionaryOptions?)" path="/exception"/>
    public PooledStringSet(IEnumerable<string> items, PooledStringDictionaryOptions? options = null)
        : this(options)
    {
        try
        {
            ArgumentNullException.ThrowIfNull(items);
            UnionWith(items);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    internal PooledStringSet(PooledStringDictionaryOptions options, PageSource pages)
    {
        _ignoresCase = options.IgnoreCase;
        _keys = new PooledStringDictionary<NoValue>(options, pages);
    }

    /// <summary>Number of strings; 0 once the set is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Whether there are no strings; true once the set is disposed.</summary>
    public bool IsEmpty => _keys.IsEmpty;

    /// <summary>Whether the set is disposed.</summary>
    public bool IsDisposed => _keys.IsDisposed;

    private string DebuggerText => _keys.DebuggerText;

    Array IDebugItems.DebugItems => ((IEnumerable<string>)this).ToArray();

    /// <summary>Adds a string unless it exists.</summary>
    /// <param name="item">The string, which is copied.</param>
    /// <returns>False if the string exists.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the set is
    /// unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The string is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool Add(TextKey item) => _keys.AddIfAbsent(item, default);

    /// <summary>Adds a string unless it exists or memory is refused.</summary>
    /// <param name="item">The string, which is copied.</param>
    /// <param name="exists">Whether the string existed.</param>
    /// <returns>
    /// False if the string exists, or if the limit or the operating system refuses the memory; the set is unchanged.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The string is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.
    /// </exception>
    public bool TryAdd(TextKey item, out bool exists) => _keys.TryAdd(item, default, out exists);

    /// <summary>Whether a string exists.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if the string does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Contains(TextKey item) => _keys.TryGetValue(item, out _);

    /// <summary>Removes a string.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if the string does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Remove(TextKey item) => _keys.Remove(item);

    /// <inheritdoc cref="PooledStringDictionary{TValue}.Clear"/>
    public void Clear() => _keys.Clear();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.EnsureCapacity"/>
    public int EnsureCapacity(int capacity) => _keys.EnsureCapacity(capacity);

    /// <inheritdoc cref="PooledStringDictionary{TValue}.Trim"/>
    public long Trim() => _keys.Trim();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.BytesReserved"/>
    public long BytesReserved => _keys.BytesReserved;

    /// <inheritdoc cref="PooledStringDictionary{TValue}.ManagedBytes"/>
    public long ManagedBytes => _keys.ManagedBytes;

    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetStatistics"/>
    public PooledStringDictionaryStatistics GetStatistics() => _keys.GetStatistics();

    /// <summary>Disposes the set and releases its memory.</summary>
    public void Dispose() => _keys.Dispose();
}
