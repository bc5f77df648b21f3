namespace Cenote.Collections;

/// <content>All entries, and memory. Parts are looked at one after the other, each under its lock: others may change those before and behind meanwhile.</content>
public sealed partial class ConcurrentPooledStringDictionary<TValue>
{
    /// <summary>Removes the entries for which a predicate holds. To go over all entries, let it hold for none.</summary>
    /// <typeparam name="TArgument">What the predicate needs.</typeparam>
    /// <param name="predicate">Called for each entry, with a part of the dictionary locked: readers go on, writers of that part wait.</param>
    /// <param name="argument">Passed to the predicate.</param>
    /// <returns>How many entries were removed.</returns>
    /// <remarks>An entry that others add or remove meanwhile may be looked at or not; none is looked at twice unless it was added anew.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="predicate"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The predicate added keys to the part that is looked at.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public int RemoveWhere<TArgument>(EntryPredicate<TValue, TArgument> predicate, TArgument argument)
        where TArgument : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(predicate);
        int removed = 0;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                foreach (var entry in part.Entries)
                {
                    ReadOnlySpan<char> key = entry.Key;
                    if (predicate(key, entry.Value, argument))
                    {
                        part.BeginChange();
                        removed += part.Entries.Remove(key) ? 1 : 0;
                        part.EndChange();
                    }
                }
            }
        }

        return removed;
    }

    /// <summary>Copies all entries, part by part.</summary>
    /// <returns>The entries, with a new string for each key.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public KeyValuePair<string, TValue>[] ToArray()
    {
        var entries = new List<KeyValuePair<string, TValue>>(Count);
        RemoveWhere(
            static (key, value, entries) =>
            {
                entries.Add(new KeyValuePair<string, TValue>(key.ToString(), value));
                return false;
            },
            entries);
        return [.. entries];
    }

    /// <summary>Removes every key. The memory stays with the dictionary for the next keys, but for that of keys of about 64 KiB and more.</summary>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                part.BeginChange();
                try
                {
                    part.Entries.Clear();
                }
                finally
                {
                    part.EndChange();
                }
            }
        }
    }

    /// <summary>
    /// Gives back what the keys do not need: the memory of removed keys, and tables that are too large. O(entries). Readers and writers of a part
    /// wait until it is done.
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public long Trim()
    {
        long bytes = 0;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                part.BeginChange();
                try
                {
                    bytes += part.Entries.Trim();
                }
                finally
                {
                    part.EndChange();
                }
            }
        }

        return bytes;
    }

    /// <summary>Bytes of unmanaged memory the dictionary holds, in steps of 64 KiB. Pages that were never touched count here.</summary>
    /// <returns>Bytes; 0 once the dictionary is disposed.</returns>
    public long GetTotalBytesUnmanaged() => _parts.Sum(static part => part.Entries.GetTotalBytesUnmanaged());

    /// <summary>Bytes of managed memory the dictionary holds, about: its objects, and the arrays of values with references.</summary>
    /// <returns>Bytes.</returns>
    public long GetTotalBytesManaged()
    {
        long bytes = 0;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                bytes += part.Entries.GetTotalBytesManaged();
            }
        }

        return bytes;
    }

    /// <summary>Walks over all keys and adds them up. O(entries).</summary>
    /// <returns>The statistics, in which each part is as it was when it was looked at.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public PooledStringDictionaryStatistics GetStatistics()
    {
        PooledStringDictionaryStatistics all = default;
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            lock (part.Gate)
            {
                all = PooledStringDictionaryStatistics.Add(in all, part.Entries.GetStatistics());
            }
        }

        return all;
    }

    /// <summary>
    /// Ends the dictionary and gives its memory back; the addresses stay reserved until the garbage collector has seen that nobody reads any more. A
    /// second call does nothing.
    /// </summary>
    public void Dispose()
    {
        foreach (ConcurrentPart<TValue> part in _parts)
        {
            part.Retire();
        }
    }
}
