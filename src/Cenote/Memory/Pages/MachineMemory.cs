namespace Cenote.Memory.Pages;

/// <summary>The memory of the machine, or of the container that the process runs in.</summary>
/// <param name="linux">The limits and usage on Linux; null elsewhere.</param>
internal sealed class MachineMemory(LinuxMemory? linux)
{
    private static readonly Lazy<MachineMemory> s_system =
        new(static () => new MachineMemory(OperatingSystem.IsLinux() ? new LinuxMemory() : null));

    public static MachineMemory System => s_system.Value;

    /// <summary>Bytes of memory; <see cref="ulong.MaxValue"/> if unknown.</summary>
    public ulong Bytes { get; } = linux is { Bytes: < ulong.MaxValue } ? linux.Bytes : Measure(GC.GetGCMemoryInfo());

    /// <summary>
    /// Whether there are at least this many bytes in total. Using more would fail, or end the process once memory is full.
    /// </summary>
    public bool HasAvailable(ulong bytes) => bytes <= Bytes;

    /// <summary>Bytes that the process can still use now.</summary>
    public ulong ReadAvailable()
    {
        ulong used = (ulong)Environment.WorkingSet;
        return linux is not null && linux.TryReadAvailable(out ulong bytes) ? bytes : Bytes - Math.Min(Bytes, used);
    }

    // The runtime measures both values at startup. With a heap limit, TotalAvailableMemoryBytes is that limit, which does not
    // apply to native memory. The high-load threshold is at least nine tenths of the memory of the machine or container by
    // default.
    private static ulong Measure(GCMemoryInfo info)
    {
        long bytes = Math.Max(info.TotalAvailableMemoryBytes, info.HighMemoryLoadThresholdBytes);
        return bytes > 0 ? (ulong)bytes : ulong.MaxValue;
    }
}
