using System.Runtime.CompilerServices;

namespace Cenote.Memory.Entries;

/// <summary>
/// Where the parts of an entry are: the key first, then the value, and behind them, only where the hash comes from the user's
/// code, that hash and the link of <see cref="StrayEntries"/>. All but <see cref="Size"/> are constants to the JIT compiler.
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

    // A size is a multiple of the alignment. More than 8 bytes are not aligned on the managed heap either.
    private static uint ValueAlignment
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Math.Min(Unit, (uint)sizeof(TValue) & (uint)-sizeof(TValue));
    }

    /// <summary>Bytes of an entry, a multiple of 8.</summary>
    public static uint Size(bool storesHash) =>
        RoundUp(storesHash ? LinkOffset + sizeof(uint) : ValueOffset + (uint)sizeof(TValue), Unit);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint RoundUp(uint bytes, uint powerOf2) => (bytes + powerOf2 - 1) & ~(powerOf2 - 1);
}
