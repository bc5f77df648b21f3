using System.Collections;

namespace Cenote.Collections;

/// <content>
/// Enumeration and memory. Parts are looked at one after the other, each under its lock: others may change those before and after
/// concurrently.
/// </content>
public sealed partial class ConcurrentNativeDictionary<TKey, TValue>
{
    /// <summary>All entries, in no meaningful order: <c>foreach (var (key, value) in dictionary)</c>.</summary>
    /// <returns>The enumerator.</returns>
    /// <remarks>
    /// <para>Everything is allowed concurrently and within the loop: adding, removing, clearing, trimming; after the dictionary
    /// is disposed, the enumerator throws <see cref="ObjectDisposedException"/> as soon as it has no copies left. No lock is held
    /// while the loop's body runs.</para>
    /// <para>The enumeration is weakly consistent. A key that is there from the beginning to the end is returned once, with a
    /// value that it had at some moment in between; a key that is added or removed may be returned or not. Only if keys collide
    /// as only an attacker's do may keys of that part be returned twice.</para>
    /// <para>Entries are copied in batches of up to about 12,000, each at one moment, under the lock of its part: its writers
    /// wait
    /// for that long, readers do not. The enumerator allocates a list for the largest batch.</para>
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed: thrown by the enumerator.</exception>
    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator()
    {
        foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
        {
            var batch = new NativeEntryBatch<TKey, TValue>();
            while (!batch.IsLast)
            {
                part.CopyEntries(batch);
                for (int i = 0; i < batch.Count; i++)
                {
                    yield return batch[i];
                }
            }
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Copies all entries, as they are enumerated by <see cref="GetEnumerator"/>.</summary>
    /// <returns>The entries.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public KeyValuePair<TKey, TValue>[] ToArray()
    {
        var entries = new List<KeyValuePair<TKey, TValue>>(Count);
        entries.AddRange(this);
        return [.. entries];
    }

    /// <summary>Removes every key. The memory stays with the dictionary for the next ones.</summary>
    /// <remarks>Part by part: a key that is added concurrently may stay.</remarks>
    /// <exception cref="InvalidOperationException">A comparer of the dictionary calls this under the lock of a
    /// part.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        _parts[0].ThrowIfComparing();
        Array.ForEach(_parts, static part => part.Clear());
    }

    /// <summary>
    /// Gives back what the entries do not need: memory behind the last ones, and tables that are too large. Below
    /// <see cref="NativeDictionaryOptions.MaximumBytes"/> any part can then take it. O(entries) where tables shrink; readers and
    /// writers of a part wait until it is done.
    /// </summary>
    /// <returns>Unmanaged bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public long Trim()
    {
        long bytes = 0;
        foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
        {
            bytes += part.Trim();
        }

        return bytes;
    }

    /// <summary>
    /// Bytes of unmanaged memory the dictionary holds, in steps of 64 KiB. Pages that were never touched count here.
    /// </summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _parts.Sum(static part => part.BytesReserved);

    /// <summary>Bytes of all entries; 0 once the dictionary is disposed.</summary>
    public long BytesUsed => _parts.Sum(static part => (long)part.Count * part.EntryBytes);

    /// <summary>Bytes of managed memory the dictionary holds, approximately.</summary>
    public long ManagedBytes
    {
        get
        {
            long bytes = 0;
            foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
            {
                using (part.Enter())
                {
                    bytes += part.ManagedBytes;
                }
            }

            return bytes;
        }
    }

    /// <summary>The state of the dictionary. O(parts).</summary>
    /// <returns>The statistics, in which each part is as it was when it was looked at.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public NativeDictionaryStatistics GetStatistics()
    {
        NativeDictionaryStatistics all = default;
        foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
        {
            all = NativeDictionaryStatistics.Add(in all, part.GetStatistics());
        }

        return all;
    }

    /// <summary>
    /// Disposes the dictionary and gives its memory back; the addresses stay reserved until the garbage collector has seen that
    /// nobody reads any more. A second call does nothing.
    /// </summary>
    /// <exception cref="InvalidOperationException">A comparer of the dictionary calls this under the lock of a
    /// part.</exception>
    public void Dispose()
    {
        _parts[0].ThrowIfComparing();
        _empty.Retire();
        Array.ForEach(_parts, static part => part.Retire());
        _space.Retire();
    }
}
