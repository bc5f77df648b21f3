using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Size classes of large blocks and key cells, in units: exact up to 64, then sixteen per doubling, which waste at most 6 %.
/// </summary>
internal static class BlockSize
{
    /// <summary>Every size up to this many units has its own class.</summary>
    public const uint ExactUnits = 64;

    private const int ExactShift = 6;
    private const int StepShift = 4;

    /// <summary>The largest class whose minimum size is at most this size.</summary>
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

    /// <summary>The smallest class whose minimum size is at least this size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Ceiling(uint units) => units < ExactUnits ? units : Floor(RoundUp(units));

    /// <summary>Rounds a size up to the minimum size of a class.</summary>
    public static uint RoundUp(uint units)
    {
        if (units < ExactUnits)
        {
            return units;
        }

        uint step = 1u << (BitOperations.Log2(units) - StepShift);
        Invariant.Holds(units <= uint.MaxValue - step, "The size of a class fits in 32 bits.");
        return (units + step - 1) & ~(step - 1);
    }

    /// <summary>Rounds a size down to the minimum size of a class.</summary>
    public static uint RoundDown(uint units) =>
        units < ExactUnits ? units : units & ~((1u << (BitOperations.Log2(units) - StepShift)) - 1);
}
