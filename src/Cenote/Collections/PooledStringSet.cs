using Cenote.Memory;

namespace Cenote.Collections;

/// <summary>
/// A set of strings in unmanaged memory: looked up by <see cref="ReadOnlySpan{T}"/>, by string or by UTF-8 without allocation, and without an
/// object per string for the garbage collector to follow. Strings are compared ordinally.
/// </summary>
/// <remarks>
/// A <see cref="PooledStringDictionary{TValue}"/> without values: what its remarks say of keys, threads and memory holds here, too. Names are those
/// of <see cref="HashSet{T}"/>.
/// </remarks>
public sealed partial class PooledStringSet : IDisposable
{
    private readonly PooledStringDictionary<NoValue> _keys;

    /// <summary>Makes an empty set.</summary>
    /// <param name="options">Encoding, room and limit; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the table.</exception>
    public PooledStringSet(PooledStringDictionaryOptions? options = null)
        : this(options ?? new PooledStringDictionaryOptions(), PageSource.System)
    {
    }

    internal PooledStringSet(PooledStringDictionaryOptions options, PageSource pages) => _keys = new PooledStringDictionary<NoValue>(options, pages);

    /// <summary>Number of strings; 0 once the set is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Adds a string that is not there yet.</summary>
    /// <param name="item">The string, which is copied.</param>
    /// <returns>False if it is there already.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the set is unchanged.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The string is longer than <see cref="PooledStringDictionary{TValue}.MaximumKeyLength"/>.</exception>
    public bool Add(ReadOnlySpan<char> item) => _keys.TryAdd(item, default);

    /// <summary>Adds a string that is not there yet.</summary>
    /// <param name="item">The string in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <inheritdoc cref="Add(ReadOnlySpan{char})"/>
    public bool AddUtf8(ReadOnlySpan<byte> item) => _keys.TryAddUtf8(item, default);

    /// <summary>Whether a string is there.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Contains(ReadOnlySpan<char> item) => _keys.TryGetValue(item, out _);

    /// <summary>Whether a string is there.</summary>
    /// <param name="item">The string in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <inheritdoc cref="Contains(ReadOnlySpan{char})"/>
    public bool ContainsUtf8(ReadOnlySpan<byte> item) => _keys.TryGetValueUtf8(item, out _);

    /// <summary>Removes a string.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if it was not there.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Remove(ReadOnlySpan<char> item) => _keys.Remove(item);

    /// <summary>Removes a string.</summary>
    /// <param name="item">The string in UTF-8; an invalid sequence counts as U+FFFD.</param>
    /// <inheritdoc cref="Remove(ReadOnlySpan{char})"/>
    public bool RemoveUtf8(ReadOnlySpan<byte> item) => _keys.RemoveUtf8(item);

    /// <inheritdoc cref="PooledStringDictionary{TValue}.Clear"/>
    public void Clear() => _keys.Clear();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.Trim"/>
    public long Trim() => _keys.Trim();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetTotalBytesUnmanaged"/>
    public long GetTotalBytesUnmanaged() => _keys.GetTotalBytesUnmanaged();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetTotalBytesManaged"/>
    public long GetTotalBytesManaged() => _keys.GetTotalBytesManaged();

    /// <inheritdoc cref="PooledStringDictionary{TValue}.GetStatistics"/>
    public PooledStringDictionaryStatistics GetStatistics() => _keys.GetStatistics();

    /// <summary>Ends the set and gives its memory back. A second call does nothing.</summary>
    public void Dispose() => _keys.Dispose();
}
