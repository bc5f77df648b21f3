using System.Numerics;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// The sizes of cells. Each length up to 32 bytes has cells of its own, which need not say how long their text is. The cells of
/// longer texts come in eight sizes to a doubling, and begin with the length.
/// </summary>
internal static class Utf8SizeClass
{
    /// <summary>Bytes in front of a text whose length is that of its class: the life of the cell.</summary>
    public const int LifeBytes = 1;

    /// <summary>Bytes in front of a text that says its length.</summary>
    public const int LengthBytes = LifeBytes + sizeof(int);

    /// <summary>The longest text whose class says how long it is.</summary>
    public const int LongestExact = 32;

    /// <summary>The longest text that shares a slab with others.</summary>
    public const int LongestShared = (1 << LargestCellShift) - LengthBytes;

    /// <summary>The longest text that a cell can have.</summary>
    public const int Longest = int.MaxValue - LengthBytes;

    /// <summary>How many classes there are.</summary>
    public const int Count = LongestExact + ((LargestCellShift - LeastCellShift) * Steps);

    private const int LargestCellShift = 13;
    private const int LeastCellShift = 5;
    private const int StepBits = 3;
    private const int Steps = 1 << StepBits;

    // A free cell holds the link to the next one behind its life.
    private const int LeastCell = LifeBytes + sizeof(ushort);

    /// <summary>The class of a text of 1 to <see cref="LongestShared"/> bytes.</summary>
    public static int Of(int length) => length <= LongestExact ? length - 1 : OfLonger(length + LengthBytes, out _);

    /// <summary>Bytes of the cell of such a text.</summary>
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
