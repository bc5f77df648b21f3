using System.ComponentModel;

namespace Cenote.Collections;

/// <summary>Names that members had in version 0.1, for code that was written then. They will be removed in version 1.0.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class FormerCollectionNames
{
    /// <summary>The former name of <see cref="PooledStringDictionary{TValue}.BytesReserved"/>.</summary>
    /// <param name="dictionary">The dictionary.</param>
    /// <typeparam name="TValue">The type of its values.</typeparam>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged<TValue>(this PooledStringDictionary<TValue> dictionary)
    {
        ArgumentNullException.ThrowIfNull(dictionary);
        return dictionary.BytesReserved;
    }

    /// <summary>The former name of <see cref="PooledStringDictionary{TValue}.ManagedBytes"/>.</summary>
    /// <param name="dictionary">The dictionary.</param>
    /// <typeparam name="TValue">The type of its values.</typeparam>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged<TValue>(this PooledStringDictionary<TValue> dictionary)
    {
        ArgumentNullException.ThrowIfNull(dictionary);
        return dictionary.ManagedBytes;
    }

    /// <summary>The former name of <see cref="ConcurrentPooledStringDictionary{TValue}.BytesReserved"/>.</summary>
    /// <param name="dictionary">The dictionary.</param>
    /// <typeparam name="TValue">The type of its values.</typeparam>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged<TValue>(this ConcurrentPooledStringDictionary<TValue> dictionary)
    {
        ArgumentNullException.ThrowIfNull(dictionary);
        return dictionary.BytesReserved;
    }

    /// <summary>The former name of <see cref="ConcurrentPooledStringDictionary{TValue}.ManagedBytes"/>.</summary>
    /// <param name="dictionary">The dictionary.</param>
    /// <typeparam name="TValue">The type of its values.</typeparam>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged<TValue>(this ConcurrentPooledStringDictionary<TValue> dictionary)
    {
        ArgumentNullException.ThrowIfNull(dictionary);
        return dictionary.ManagedBytes;
    }

    /// <summary>The former name of <see cref="PooledStringSet.BytesReserved"/>.</summary>
    /// <param name="set">The set.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged(this PooledStringSet set)
    {
        ArgumentNullException.ThrowIfNull(set);
        return set.BytesReserved;
    }

    /// <summary>The former name of <see cref="PooledStringSet.ManagedBytes"/>.</summary>
    /// <param name="set">The set.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged(this PooledStringSet set)
    {
        ArgumentNullException.ThrowIfNull(set);
        return set.ManagedBytes;
    }
}
