using Cenote.Memory.Entries;

namespace Cenote.Collections;

/// <content>Adding keys, and references to values.</content>
public sealed unsafe partial class NativeDictionary<TKey, TValue>
{
    /// <summary>Returns a reference to the value of a key. A missing key is added with the default value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="exists">Whether the key existed.</param>
    /// <returns>
    /// A reference to the value. Valid until any key is removed, or the dictionary is cleared or disposed; afterwards it may
    /// refer to the value of another key. Adding keys and <see cref="Trim"/> do not affect the reference. The reference does not
    /// keep the dictionary alive. After disposal or collection, the memory is not reused for ten seconds and two gen 2
    /// collections. This time can be shorter, for example if the process releases more than 16 GiB or runs out of addresses. A
    /// later use may fault or corrupt another owner's memory.
    /// </returns>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    public ref TValue GetValueRefOrAddDefault(TKey key, out bool exists)
    {
        ref TValue value = ref GetOrAddValueRef(in key, out exists);
        _handsOutReferences = true;
        if (!exists)
        {
            value = default;
        }

        GC.KeepAlive(this);
        return ref value;
    }

    /// <summary>Returns a reference to the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>
    /// A reference to the value, or a null reference (<see cref="Unsafe.IsNullRef{T}(ref readonly T)"/>) if the key does not
    /// exist. Valid for as long as a reference from <see cref="GetValueRefOrAddDefault(TKey, out bool)"/>.
    /// </returns>
    /// <remarks>O(1), allocates nothing.</remarks>
    /// <exception cref="InvalidOperationException">The key comparer changed the dictionary.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public ref TValue GetValueRefOrNullRef(TKey key)
    {
        _handsOutReferences = true;
        byte* entry = Find(in key, _index.HashOf(in key));
        GC.KeepAlive(this);
        return ref entry == null ? ref Unsafe.NullRef<TValue>() : ref EntryHeap<TKey, TValue>.ValueOf(entry);
    }

    // All lookups except TryGetValue and Remove share this search.
    private byte* Find(in TKey key, uint hash)
    {
        byte* entry = _index.Find(in key, hash);
        if (entry == null)
        {
            ThrowIfDisposed();
        }

        return entry;
    }

    // The caller writes the value of a new key.
    private ref TValue GetOrAddValueRef(scoped in TKey key, out bool exists)
    {
        byte* entry = FindOrTryAdd(in key, out exists);
        if (entry == null)
        {
            ThrowNoMemory();
        }

        return ref EntryHeap<TKey, TValue>.ValueOf(entry);
    }

    // Returns null if memory for a new key is refused. User code runs before the first change.
    private byte* FindOrTryAdd(in TKey key, out bool exists)
    {
        uint changes = _index.Changes;
        uint hash = _index.HashOf(in key);
        byte* entry = Find(in key, hash);
        _index.ThrowIfChanged(changes);
        exists = entry != null;
        if (!exists)
        {
            entry = _index.TryAdd(in key, hash);
            Version += entry == null ? 0 : 1;
        }

        return entry;
    }

    [DoesNotReturn]
    private void ThrowNoMemory() =>
        Throw.NoMemoryForEntry(_index.Heap.EntryBytes, _index.Space.LimitReached, _index.Space.MaximumBytes);

    internal void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.CollectionDisposed(_name);
        }
    }
}
