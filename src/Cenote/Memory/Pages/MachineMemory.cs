namespace Cenote.Memory.Pages;

/// <summary>What the machine has, or the container that the process runs in.</summary>
internal static class MachineMemory
{
    /// <summary>How many bytes it has; all that there can be if that is unknown.</summary>
    public static ulong Bytes { get; } = Measure(GC.GetGCMemoryInfo());

    /// <summary>
    /// Whether the machine has at least this many bytes. More would be refused in the end, or end the process, once all memory
    /// has been filled.
    /// </summary>
    public static bool Has(ulong bytes) => bytes <= Bytes;

    // As the runtime found it when it started. If the managed heap has a limit, the first of the two numbers is that limit, which
    // does not concern native memory.
    private static ulong Measure(GCMemoryInfo info)
    {
        long bytes = Math.Max(info.TotalAvailableMemoryBytes, info.HighMemoryLoadThresholdBytes);
        return bytes > 0 ? (ulong)bytes : ulong.MaxValue;
    }
}
