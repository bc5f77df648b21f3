using System.Runtime.CompilerServices;
using Cenote.Keys;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Values in place.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    /// <summary>The value of a key, in place. A key that is not there is added with the default value.</summary>
    /// <param name="key">The key.</param>
    /// <param name="exists">Whether the key was there before.</param>
    /// <returns>
    /// A reference to the value. It is valid until the key is removed, any key is added, or the dictionary is cleared, trimmed or
    /// disposed: then it may refer to the value of another key. It does not keep the dictionary alive:
    /// <c>d.GetValueRefOrAddDefault(...) = Compute()</c> may store to one that was collected in the meantime. Once the dictionary
    /// is disposed or collected, what the reference refers to belongs to nobody else for ten seconds and two full collections.
    /// Using it after that may fault, or change what another owner has there; sooner only while a process releases more than 16
    /// GiB of memory, or has used up its addresses.
    /// </returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for a new key; the dictionary is unchanged.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">A new key is longer than <see cref="MaximumKeyLength"/>.</exception>
    public ref TValue? GetValueRefOrAddDefault(scoped TextKey key, out bool exists)
    {
        _handsOutReferences = true;
        return ref Place(key, out exists);
    }

    /// <summary>The value of a key, in place.</summary>
    /// <param name="key">The key.</param>
    /// <returns>
    /// A reference to the value, or a null reference, which <see cref="Unsafe.IsNullRef{T}(ref readonly T)"/> detects, if the key
    /// is not there. It is valid for as long as that of <see cref="GetValueRefOrAddDefault(TextKey, out bool)"/>.
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
    private ref TValue? Place(scoped TextKey key, out bool exists)
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
