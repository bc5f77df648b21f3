namespace Cenote.Collections;

/// <content>
/// Memory. Parts are looked at one after the other, each under its lock: others may change those before and after concurrently.
/// </content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>
    /// Removes every key. The memory stays with the dictionary for the next keys, except that of keys of about 64 KiB and more.
    /// </summary>
    /// <remarks>Part by part: a key that is added concurrently may stay.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear() => Array.ForEach(_parts, static part => part.Clear());

    /// <summary>
    /// Gives back what the keys do not need: the memory of removed keys, and tables that are too large. Below
    /// <see cref="PooledStringDictionaryOptions.MaximumBytes"/> any part can then take it. O(entries). Readers and writers of a
    /// part wait until it is done.
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
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

    /// <summary>Whether the dictionary is disposed, or another thread is just disposing it.</summary>
    public bool IsDisposed => _empty.Entries.IsDisposed;

    /// <summary>
    /// Bytes of unmanaged memory the dictionary holds, in steps of 64 KiB. Pages that were never touched count here.
    /// </summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _parts.Sum(static part => part.IsMade ? part.Entries.BytesReserved : 0);

    int IMeasuredDictionary.Rehashes => _parts.Sum(static part => ((IMeasuredDictionary)part.Entries).Rehashes);

    /// <summary>
    /// Bytes of managed memory the dictionary holds, approximately: its objects, and the arrays of values with references.
    /// </summary>
    public long ManagedBytes
    {
        get
        {
            long bytes = 0;
            foreach (ConcurrentPart<TValue> part in _parts)
            {
                lock (part.Gate)
                {
                    bytes += part.IsMade ? part.Entries.ManagedBytes : 0;
                }
            }

            return bytes;
        }
    }

    /// <summary>Walks over all keys and adds them up. O(entries).</summary>
    /// <returns>The statistics, in which each part is as it was when it was looked at.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public PooledStringDictionaryStatistics GetStatistics()
    {
        _empty.Entries.ThrowIfDisposed();
        PooledStringDictionaryStatistics all = default;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                all = part.IsMade ? PooledStringDictionaryStatistics.Add(in all, part.Entries.GetStatistics()) : all;
            }
        }

        return all;
    }

    /// <summary>
    /// Disposes the dictionary and gives its memory back; the addresses stay reserved until the garbage collector has seen that
    /// nobody reads any more. A second call does nothing.
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
