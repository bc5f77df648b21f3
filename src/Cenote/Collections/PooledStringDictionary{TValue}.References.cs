using Cenote.Keys;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>References to values.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>Returns a reference to the value of a key. A missing key is added with the default value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="exists">Whether the key existed.</param>
    /// <returns>
    /// A reference to the value. Valid until the key is removed, any key is added, or the dictionary is cleared, trimmed or
    /// disposed; afterwards it may refer to the value of another key. The reference does not keep the dictionary alive:
    /// <c>d.GetValueRefOrAddDefault(...) = Compute()</c> may write to a dictionary that has been collected. After disposal or
    /// collection, the memory is not reused for ten seconds and two gen 2 collections. This time can be shorter, for example if
    /// the process releases more than 16 GiB or runs out of addresses. A later use may fault or corrupt another owner's memory.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public ref TValue? GetValueRefOrAddDefault(scoped TextKey key, out bool exists)
    {
        _handsOutReferences = true;
        return ref GetOrAddValueRef(key, out exists);
    }

    /// <summary>Returns a reference to the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <returns>
    /// A reference to the value, or a null reference (<see cref="Unsafe.IsNullRef{T}(ref readonly T)"/>) if the key does not
    /// exist. Valid for as long as a reference from <see cref="GetValueRefOrAddDefault(TextKey, out bool)"/>.
    /// </returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public ref TValue GetValueRefOrNullRef(scoped TextKey key)
    {
        _handsOutReferences = true;
        KeyCell* cell = Find(key);
        GC.KeepAlive(this);
        return ref cell == null ? ref Unsafe.NullRef<TValue>() : ref ValueOf(cell);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue? GetOrAddValueRef(scoped TextKey key, out bool exists)
    {
        KeyCell* cell = FindOrAdd(key, out bool isThere);
        if (cell == null)
        {
            ThrowNoMemory(key.Length);
        }

        if (!isThere)
        {
            ValueOf(cell) = default!;
        }

        // The caller's variable may overlap the memory of the key, so it is set last.
        exists = isThere;
        GC.KeepAlive(this);
        return ref ValueOf(cell)!;
    }
}
