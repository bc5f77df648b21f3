using System.Runtime.InteropServices;

namespace Cenote.Memory.Cells;

/// <summary>
/// The cell that stands for a string whose text is elsewhere. Blocks of large text split and merge, so a header inside them
/// could be overwritten by text; a slot is a cell like any other and keeps its generation for as long as the pool lives.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 24)]
internal unsafe struct LargeSlot
{
    /// <summary>Size of a slot in units of 8 bytes.</summary>
    public const uint Units = 3;

    /// <summary>As in every cell; the id of the string carries it with <see cref="CellId.SlotTag"/>.</summary>
    [FieldOffset(0)]
    public uint Generation;

    /// <summary>
    /// Size of the block in units of <see cref="BlockTier.UnitBytes"/>; 0 when a managed string holds the text.
    /// </summary>
    [FieldOffset(4)]
    public uint BlockUnits;

    /// <summary>While free: the next slot of the list.</summary>
    [FieldOffset(8)]
    public uint Next;

    /// <summary>Bytes of text.</summary>
    [FieldOffset(12)]
    public uint Bytes;

    /// <summary>The block that holds the text.</summary>
    [FieldOffset(16)]
    public BlockHeader* Block;

    /// <summary>Where the managed string is kept when <see cref="BlockUnits"/> is 0.</summary>
    [FieldOffset(16)]
    public int ManagedIndex;

    /// <summary>
    /// Where the managed string is kept that holds the text of a cell; null if the text is in the cell or a block.
    /// </summary>
    public static int? ManagedTextOf(byte* cell, CellId id) =>
        id.IsSlot && ((LargeSlot*)cell)->BlockUnits == 0 ? ((LargeSlot*)cell)->ManagedIndex : null;
}
