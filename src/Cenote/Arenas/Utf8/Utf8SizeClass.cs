using System.Numerics;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Size classes of cells. Each length up to 32 bytes has its own class, whose cells do not store the length. Longer strings have
/// eight classes per doubling, whose cells begin with the length.
/// </summary>
internal static class Utf8SizeClass
{
    /// <summary>Bytes before a string whose class determines its length: the life of the cell.</summary>
    public const int LifeBytes = 1;

    /// <summary>Bytes before a string that stores its length.</summary>
    public const int LengthBytes = LifeBytes + sizeof(int);

    /// <summary>Maximum length with its own class.</summary>
    public const int LongestExact = 32;

    /// <summary>Maximum length that shares a slab.</summary>
    public const int LongestShared = (1 << LargestCellShift) - LengthBytes;

    public const int Longest = int.MaxValue - LengthBytes;

    public const int Count = LongestExact + ((LargestCellShift - LeastCellShift) * Steps);

    private const int LargestCellShift = 13;
    private const int LeastCellShift = 5;
    private const int StepBits = 3;
    private const int Steps = 1 << StepBits;

    // A free cell stores the link of the free list after its life.
    private const int LeastCell = LifeBytes + sizeof(ushort);

    /// <summary>The class of a string of 1 to <see cref="LongestShared"/> bytes.</summary>
    public static int Of(int length) => length <= LongestExact ? length - 1 : OfLonger(length + LengthBytes, out _);

    /// <summary>Bytes of the cell of such a string.</summary>
    public static int CellBytes(int length)
    {
        if (length <= LongestExact)
        {
            return Math.Max(LeastCell, LifeBytes + length);
        }

        _ = OfLonger(length + LengthBytes, out int cellBytes);
        return cellBytes;
    }

    private static int OfLonger(int needed, out int cellBytes)
    {
        Invariant.Holds(needed is > LongestExact + LifeBytes and <= 1 << LargestCellShift, "The size has a class.");
        int doubling = BitOperations.Log2((uint)needed - 1);
        int stepShift = doubling - StepBits;
        int step = (needed - 1) >> stepShift;
        cellBytes = (step + 1) << stepShift;
        return LongestExact + ((doubling - LeastCellShift) * Steps) + (step & (Steps - 1));
    }
}
