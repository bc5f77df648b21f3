namespace Cenote.Memory.Entries;

/// <summary>
/// The layout of an entry: key and value, and if user code computes the hash, also that hash and the <see cref="StrayEntries"/>
/// link. All members but <see cref="Size"/> are JIT constants.
/// </summary>
internal static unsafe class EntryLayout<TKey, TValue>
    where TKey : unmanaged
    where TValue : unmanaged
{
    private const uint Unit = 8;

    public static uint ValueOffset
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RoundUp((uint)sizeof(TKey), ValueAlignment);
    }

    public static uint HashOffset
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => RoundUp(ValueOffset + (uint)sizeof(TValue), sizeof(uint));
    }

    public static uint LinkOffset
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => HashOffset + sizeof(uint);
    }

    // An upper bound, because a type's size is a multiple of its alignment and the managed heap aligns to at most 8 bytes.
    private static uint ValueAlignment
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Math.Min(Unit, (uint)sizeof(TValue) & (uint)-sizeof(TValue));
    }

    /// <summary>The bytes of an entry, a multiple of 8.</summary>
    public static uint Size(bool storesHash) =>
        RoundUp(storesHash ? LinkOffset + sizeof(uint) : ValueOffset + (uint)sizeof(TValue), Unit);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint RoundUp(uint bytes, uint powerOf2) => (bytes + powerOf2 - 1) & ~(powerOf2 - 1);
}
