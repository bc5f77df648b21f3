using System.Collections;

namespace Cenote.Collections;

/// <content>
/// Enumeration and memory. Each operation visits the parts one after another; other threads may change the other parts
/// concurrently.
/// </content>
public sealed partial class ConcurrentNativeDictionary<TKey, TValue>
{
    /// <summary>Enumerates all entries in unspecified order: <c>foreach (var (key, value) in dictionary)</c>.</summary>
    /// <returns>An enumerator.</returns>
    /// <remarks>
    /// <para>Every operation is allowed during the enumeration, on any thread and in the loop: add, remove, clear, trim, dispose.
    /// After disposal, the enumerator returns the entries that it has already copied, then throws
    /// <see cref="ObjectDisposedException"/>. It holds no lock while the loop's body runs.</para>
    /// <para>Enumeration is weakly consistent. A key that exists throughout is returned once, with a value it had at some moment.
    /// A key that is added or removed during the enumeration may or may not be returned. Keys of one part may be returned twice
    /// only if too many of its keys collide, as in an attack, so that the part's hash seed changes.</para>
    /// <para>Entries are copied in batches of up to about 12,000; the colliding keys of a part are one batch. Each batch is
    /// copied under the lock of its part: writers of that part wait, readers do not. For each part, the enumerator
    /// allocates a list that grows to the part's largest batch.</para>
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed. Thrown by the enumerator.</exception>
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

    /// <summary>Copies all entries to an array, in the order of <see cref="GetEnumerator"/>.</summary>
    /// <returns>The entries.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public KeyValuePair<TKey, TValue>[] ToArray()
    {
        var entries = new List<KeyValuePair<TKey, TValue>>(Count);
        entries.AddRange(this);
        return [.. entries];
    }

    /// <summary>Removes every key. The dictionary keeps the memory for new keys.</summary>
    /// <remarks>Parts are cleared one by one: a key that is added concurrently may remain.</remarks>
    /// <exception cref="InvalidOperationException">
    /// A comparer of the dictionary called this method under the lock of a part.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Clear()
    {
        _parts[0].ThrowIfComparing();
        Array.ForEach(_parts, static part => part.Clear());
    }

    /// <summary>
    /// Releases the memory beyond the last entry of each part and shrinks oversized tables. Any part can then use the released
    /// memory, up to <see cref="NativeDictionaryOptions.MaximumBytes"/>. O(entries) if tables shrink. Readers and writers of a
    /// part wait until the part is trimmed.
    /// </summary>
    /// <returns>Unmanaged bytes released.</returns>
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

    /// <summary>Unmanaged bytes held, in steps of 64 KiB, including untouched pages.</summary>
    /// <remarks>0 once the dictionary is disposed.</remarks>
    public long BytesReserved => _parts.Sum(static part => part.BytesReserved);

    /// <summary>Bytes of all entries; 0 once the dictionary is disposed.</summary>
    public long BytesUsed => _parts.Sum(static part => (long)part.Count * part.EntryBytes);

    /// <summary>Approximate managed bytes.</summary>
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

    /// <summary>Returns the number of entries and the memory they use. O(parts).</summary>
    /// <returns>The statistics. Parts are counted one after another.</returns>
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
    /// Disposes the dictionary and releases its memory. Its addresses stay reserved until the GC collects it, because other
    /// threads may still be reading.
    /// </summary>
    /// <exception cref="InvalidOperationException">
    /// A comparer of the dictionary called this method under the lock of a part.
    /// </exception>
    public void Dispose()
    {
        _parts[0].ThrowIfComparing();
        _empty.Retire();
        foreach (ConcurrentNativePart<TKey, TValue> part in _parts)
        {
            part.Retire();
        }

        _space.Retire();
    }
}
