namespace Cenote.Arenas;

/// <summary>
/// The layout of an id, from the lowest bit: 7 bits for the cell's generation, 13 for its index in the slab, then the slab
/// number. Numbers start at 1, so the id 0 has no cell: it is the empty string.
/// </summary>
internal static class Utf8StoreId
{
    public const int GenerationBits = 7;
    public const int IndexBits = 13;
    public const int NumberShift = GenerationBits + IndexBits;

    public const int LastGeneration = (1 << GenerationBits) - 1;

    public const int MaxCells = 1 << IndexBits;

    public static long Of(long number, int index, int generation) =>
        (number << NumberShift) | (long)((index << GenerationBits) | generation);

    public static long Number(long id) => id >> NumberShift;

    public static int Index(long id) => (int)(id >> GenerationBits) & (MaxCells - 1);

    public static int Generation(long id) => (int)id & LastGeneration;
}
