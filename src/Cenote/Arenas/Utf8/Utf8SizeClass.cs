using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Size classes of cells. Each length up to 32 bytes has its own class, whose cells do not store the length. For longer strings,
/// there are eight classes per doubling of the cell size, and the cells store the length.
/// </summary>
internal static class Utf8SizeClass
{
    /// <summary>Bytes before a string whose class determines its length: the generation of the cell.</summary>
    public const int GenerationBytes = 1;

    /// <summary>Bytes before a string that stores its length.</summary>
    public const int LengthBytes = GenerationBytes + sizeof(int);

    /// <summary>The maximum length that has its own class.</summary>
    public const int MaxExactLength = 32;

    /// <summary>Maximum length of a string that shares a slab with others.</summary>
    public const int MaxSharedLength = (1 << MaxCellShift) - LengthBytes;

    public const int Longest = int.MaxValue - LengthBytes;

    public const int Count = MaxExactLength + ((MaxCellShift - MinCellShift) * Steps);

    private const int MaxCellShift = 13;
    private const int MinCellShift = 5;
    private const int StepBits = 3;
    private const int Steps = 1 << StepBits;

    // A free cell stores its free-list link after its generation.
    private const int MinCellBytes = GenerationBytes + sizeof(ushort);

    /// <summary>The class of a string of 1 to <see cref="MaxSharedLength"/> bytes.</summary>
    public static int Of(int length) => length <= MaxExactLength ? length - 1 : OfLonger(length + LengthBytes, out _);

    /// <summary>Bytes of the cell for a string of 1 to <see cref="MaxSharedLength"/> bytes.</summary>
    public static int CellBytes(int length)
    {
        if (length <= MaxExactLength)
        {
            return Math.Max(MinCellBytes, GenerationBytes + length);
        }

        _ = OfLonger(length + LengthBytes, out int cellBytes);
        return cellBytes;
    }

    private static int OfLonger(int needed, out int cellBytes)
    {
        Invariant.Holds(needed is > MaxExactLength + GenerationBytes and <= 1 << MaxCellShift, "There is a class for the size.");
        int doubling = BitOperations.Log2((uint)needed - 1);
        int stepShift = doubling - StepBits;
        int step = (needed - 1) >> stepShift;
        cellBytes = (step + 1) << stepShift;
        return MaxExactLength + ((doubling - MinCellShift) * Steps) + (step & (Steps - 1));
    }
}
