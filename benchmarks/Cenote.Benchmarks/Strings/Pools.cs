using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>The pools as they are measured: with what they come with, and no knowledge of what will be in them.</summary>
internal static class Pools
{
    private const int ContiguousCapacityChars = 4_096;

    /// <summary>A contiguous pool, which asks for a capacity: a small one, from which it grows by itself.</summary>
    public static UnmanagedStringPool Contiguous() => new(ContiguousCapacityChars);
}
