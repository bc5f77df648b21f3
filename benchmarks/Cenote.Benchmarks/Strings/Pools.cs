using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Creates pools with default options, like a program that does not know their content in advance.</summary>
internal static class Pools
{
    private const int ContiguousCapacityChars = 4_096;

    /// <summary>A contiguous pool. It requires a capacity, so the pool starts with a small one and grows.</summary>
    public static UnmanagedStringPool Contiguous() => new(ContiguousCapacityChars);
}
