namespace Cenote.Arenas;

/// <summary>
/// The parts of an id: from the lowest bit, 7 of the life of a cell, 13 of its index in the slab, and the number of the slab.
/// Slabs have numbers from 1 on, so that 0 is no cell: it is the empty text.
/// </summary>
internal static class Utf8ArenaId
{
    public const int LifeBits = 7;
    public const int IndexBits = 13;
    public const int NumberShift = LifeBits + IndexBits;

    /// <summary>The last text that a cell can have.</summary>
    public const int LastLife = (1 << LifeBits) - 1;

    /// <summary>Cells of a slab at most.</summary>
    public const int MostCells = 1 << IndexBits;

    public static long Of(long number, int index, int life) =>
        (number << NumberShift) | (long)((index << LifeBits) | life);

    public static long Number(long id) => id >> NumberShift;

    public static int Index(long id) => (int)(id >> LifeBits) & (MostCells - 1);

    public static int Life(long id) => (int)id & LastLife;
}
