using System.ComponentModel;

namespace Cenote.Strings;

/// <summary>Names that members had in version 0.1, for code that was written then. They will be removed in version 1.0.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class FormerPoolNames
{
    /// <summary>The former name of <see cref="StringPool.BytesReserved"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged(this StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.BytesReserved;
    }

    /// <summary>The former name of <see cref="StringPool.ManagedBytes"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged(this StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.ManagedBytes;
    }

    /// <summary>The former name of <see cref="Utf8Pool.BytesReserved"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged(this Utf8Pool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.BytesReserved;
    }

    /// <summary>The former name of <see cref="Utf8Pool.ManagedBytes"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged(this Utf8Pool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.ManagedBytes;
    }

    /// <summary>The former name of <see cref="UnmanagedStringPool.BytesReserved"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesUnmanaged(this UnmanagedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.BytesReserved;
    }

    /// <summary>The former name of <see cref="UnmanagedStringPool.ManagedBytes"/>.</summary>
    /// <param name="pool">The pool.</param>
    /// <returns>Bytes.</returns>
    public static long GetTotalBytesManaged(this UnmanagedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return pool.ManagedBytes;
    }
}
