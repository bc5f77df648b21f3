using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Batches. Memory is prefetched for 16 keys at a time, so that their cache misses overlap.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    private const int GroupSize = 16;

    /// <summary>Looks up the values of many keys.</summary>
    /// <param name="keys">The keys.</param>
    /// <param name="values">
    /// Receives the value of each key, or the default if it is missing; at least one element per key.
    /// </param>
    /// <param name="found">Receives whether each key exists; at least one element per key.</param>
    /// <returns>The number of keys that exist.</returns>
    /// <remarks>Faster than single lookups if the dictionary does not fit in the CPU caches. Allocates nothing.</remarks>
    /// <exception cref="ArgumentException">
    /// <paramref name="values"/> or <paramref name="found"/> is shorter than <paramref name="keys"/>, or overlaps the keys or the
    /// other span.
    /// </exception>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public int TryGetValues(ReadOnlySpan<TKey> keys, Span<TValue> values, Span<bool> found)
    {
        ThrowIfDisposed();
        CheckLength(nameof(values), values.Length, keys.Length);
        CheckLength(nameof(found), found.Length, keys.Length);
        values = values[..keys.Length];
        found = found[..keys.Length];
        BatchMemory.CheckNoOverlap<TKey, TValue>(keys, values, nameof(values));
        BatchMemory.CheckNoOverlap<TKey, bool>(keys, found, nameof(found));
        BatchMemory.CheckNoOverlap<TValue, bool>(values, found, nameof(found));
        Span<uint> hashes = stackalloc uint[GroupSize];
        int count = 0;
        for (int start = 0; start < keys.Length; start += GroupSize)
        {
            ReadOnlySpan<TKey> group = keys[start..Math.Min(start + GroupSize, keys.Length)];
            for (int i = 0; i < group.Length; i++)
            {
                hashes[i] = _index.HashOf(in group[i]);
                _index.PrefetchBucket(hashes[i]);
            }

            for (int i = 0; i < group.Length; i++)
            {
                _index.PrefetchEntry(hashes[i]);
            }

            for (int i = 0; i < group.Length; i++)
            {
                byte* entry = Find(in group[i], hashes[i]);
                bool exists = entry != null;
                found[start + i] = exists;
                values[start + i] = exists ? EntryHeap<TKey, TValue>.ValueOf(entry) : default;
                count += exists ? 1 : 0;
            }
        }

        GC.KeepAlive(this);
        return count;
    }

    /// <summary>Adds the missing keys, in order.</summary>
    /// <param name="keys">The keys. For duplicates, the first value is kept.</param>
    /// <param name="values">The values, at least one per key.</param>
    /// <returns>The number of new keys.</returns>
    /// <remarks>
    /// Faster than single additions if the table does not fit in the CPU caches. If memory for a key is refused, the keys before
    /// it remain added.
    /// </remarks>
    /// <exception cref="ArgumentException">There are fewer values than keys.</exception>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory.</exception>
    public int AddMany(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values)
    {
        ThrowIfDisposed();
        CheckLength(nameof(values), values.Length, keys.Length);
        int before = Count;
        for (int start = 0; start < keys.Length; start += GroupSize)
        {
            int end = Math.Min(start + GroupSize, keys.Length);
            for (int i = start; i < end; i++)
            {
                _index.PrefetchBucket(_index.HashOf(in keys[i]));
            }

            for (int i = start; i < end; i++)
            {
                // Copies the key, because the comparer may change the caller's key.
                TKey key = keys[i];
                ref TValue place = ref GetOrAddValueRef(in key, out bool exists);
                if (!exists)
                {
                    place = values[i];
                }
            }
        }

        GC.KeepAlive(this);
        return Count - before;
    }

    private static void CheckLength(string parameter, int length, int keys)
    {
        if (length < keys)
        {
            Throw.BatchTooShort(parameter, length, keys);
        }
    }
}
