namespace Cenote.Collections;

/// <content>
/// Memory. Each operation visits the parts one after another; other threads may change the other parts concurrently.
/// </content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>
    /// Removes every key. The dictionary keeps the memory for new keys, except the memory of keys of about 64 KiB or more.
    /// </summary>
    /// <remarks>Parts are cleared one by one: a key that is added concurrently may remain.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear() => Array.ForEach(_parts, static part => part.Clear());

    /// <summary>
    /// Releases the memory of removed keys and shrinks oversized tables. Any part can then use the released memory, up to
    /// <see cref="PooledStringDictionaryOptions.MaximumBytes"/>. O(entries). Readers and writers of a part wait until the part is
    /// trimmed.
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public long Trim()
    {
        long bytes = 0;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            bytes += part.Trim();
        }

        return bytes;
    }

    /// <summary>Whether the dictionary is disposed, or is being disposed by another thread.</summary>
    public bool IsDisposed => _empty.Entries.IsDisposed;

    /// <summary>Unmanaged bytes held, in steps of 64 KiB, including untouched pages.</summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _parts.Sum(static part => part.HasOwnEntries ? part.Entries.BytesReserved : 0);

    int IMeasuredDictionary.Rehashes => _parts.Sum(static part => ((IMeasuredDictionary)part.Entries).Rehashes);

    /// <summary>Approximate managed bytes: objects, and the arrays that hold values with references.</summary>
    public long ManagedBytes
    {
        get
        {
            long bytes = 0;
            foreach (ConcurrentPart<TValue> part in _parts)
            {
                lock (part.Gate)
                {
                    bytes += part.HasOwnEntries ? part.Entries.ManagedBytes : 0;
                }
            }

            return bytes;
        }
    }

    /// <summary>Visits all keys and returns counts and memory sizes. O(entries).</summary>
    /// <returns>The statistics. Parts are counted one after another.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public PooledStringDictionaryStatistics GetStatistics()
    {
        _empty.Entries.ThrowIfDisposed();
        PooledStringDictionaryStatistics all = default;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                all = part.HasOwnEntries ? PooledStringDictionaryStatistics.Add(in all, part.Entries.GetStatistics()) : all;
            }
        }

        return all;
    }

    /// <summary>
    /// Disposes the dictionary and releases its memory. Its addresses stay reserved until the GC collects it, because other
    /// threads may still be reading.
    /// </summary>
    public void Dispose()
    {
        _empty.Retire();
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            part.Retire();
        }

        _space.Retire();
    }
}
