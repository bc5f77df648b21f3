using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>The layout of a cell, as JIT constants.</summary>
internal static class EntryLayout<TValue>
{
    /// <summary>
    /// Whether cells contain their values. Values with references are in managed arrays, because the GC does not scan cells.
    /// </summary>
    public static bool IsInline
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !RuntimeHelpers.IsReferenceOrContainsReferences<TValue>();
    }

    /// <summary>Whether keys have values; false for a set.</summary>
    public static bool HasValues => typeof(TValue) != typeof(NoValue);

    /// <summary>Offset of the key's chars or bytes in the cell.</summary>
    public static int TextOffset
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => KeyCell.ValueOffset + ((ValueBytes + 3) & ~3);
    }

    private static int ValueBytes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !HasValues ? 0 : IsInline ? Unsafe.SizeOf<TValue>() : sizeof(int);
    }
}
