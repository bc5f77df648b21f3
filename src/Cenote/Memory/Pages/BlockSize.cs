using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Sizes of large blocks, and of the cells of keys, in units: exact up to 64, then sixteen classes for each doubling, which waste
/// at most 6 %.
/// </summary>
internal static class BlockSize
{
    /// <summary>Up to this many units every size is a class.</summary>
    public const uint ExactUnits = 64;

    private const int ExactShift = 6;
    private const int StepShift = 4;

    /// <summary>The largest class whose smallest size is at most this one.</summary>
    public static uint Floor(uint units)
    {
        if (units < ExactUnits)
        {
            return units;
        }

        int exponent = BitOperations.Log2(units);
        uint step = (units >> (exponent - StepShift)) & ((1u << StepShift) - 1);
        return ExactUnits + ((uint)(exponent - ExactShift) << StepShift) + step;
    }

    /// <summary>The class whose smallest size is at least this one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Ceiling(uint units) => units < ExactUnits ? units : Floor(RoundUp(units));

    /// <summary>The smallest size of a class that is at least this one.</summary>
    public static uint RoundUp(uint units)
    {
        if (units < ExactUnits)
        {
            return units;
        }

        uint step = 1u << (BitOperations.Log2(units) - StepShift);
        Invariant.Holds(units <= uint.MaxValue - step, "The size of a class fits 32 bits.");
        return (units + step - 1) & ~(step - 1);
    }

    /// <summary>The largest size of a class that is at most this one.</summary>
    public static uint RoundDown(uint units) =>
        units < ExactUnits ? units : units & ~((1u << (BitOperations.Log2(units) - StepShift)) - 1);
}
