using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>Creates pools as they are measured: with default options, and without information about their content.</summary>
internal static class Pools
{
    private const int ContiguousCapacityChars = 4_096;

    /// <summary>A contiguous pool. It requires a capacity, so the pool starts with a small one and grows.</summary>
    public static UnmanagedStringPool Contiguous() => new(ContiguousCapacityChars);
}
