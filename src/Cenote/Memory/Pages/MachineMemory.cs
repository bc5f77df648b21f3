namespace Cenote.Memory.Pages;

/// <summary>What the machine has, or the container that the process runs in.</summary>
internal static class MachineMemory
{
    // As the runtime found it when it started. A limit of the managed heap, which the first of both is if there is one, does not
    // concern native memory.
    private static readonly ulong s_bytes = Measure(GC.GetGCMemoryInfo());

    /// <summary>
    /// Whether so many bytes are no more than there are. What is more would be refused at the end, or by the end of the process,
    /// once all that there is has been filled.
    /// </summary>
    public static bool Has(ulong bytes) => bytes <= s_bytes;

    private static ulong Measure(GCMemoryInfo info)
    {
        long bytes = Math.Max(info.TotalAvailableMemoryBytes, info.HighMemoryLoadThresholdBytes);
        return bytes > 0 ? (ulong)bytes : ulong.MaxValue;
    }
}
