using System.Runtime.CompilerServices;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>Where the parts of a cell are: constants to the JIT compiler.</summary>
internal static class EntryLayout<TValue>
{
    /// <summary>
    /// Whether values are in the cells. The garbage collector does not see references there, so values with some are elsewhere.
    /// </summary>
    public static bool IsInline
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !RuntimeHelpers.IsReferenceOrContainsReferences<TValue>();
    }

    /// <summary>Whether keys have values: those of a set have none.</summary>
    public static bool HasValues => typeof(TValue) != typeof(NoValue);

    /// <summary>Where the text is, counted from the cell.</summary>
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
