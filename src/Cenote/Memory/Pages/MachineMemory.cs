namespace Cenote.Memory.Pages;

/// <summary>What the machine has, or the container that the process runs in.</summary>
/// <param name="linux">The limits and usage on Linux; null elsewhere.</param>
internal sealed class MachineMemory(LinuxMemory? linux)
{
    private static readonly Lazy<MachineMemory> s_system =
        new(static () => new MachineMemory(OperatingSystem.IsLinux() ? new LinuxMemory() : null));

    /// <summary>The machine or the container of this process.</summary>
    public static MachineMemory System => s_system.Value;

    /// <summary>How many bytes it has; all that there can be if that is unknown.</summary>
    public ulong Bytes { get; } = linux is { Bytes: < ulong.MaxValue } ? linux.Bytes : Measure(GC.GetGCMemoryInfo());

    /// <summary>
    /// Whether it has at least this many bytes. Otherwise an allocation would fail, or the process would end once all memory is
    /// filled.
    /// </summary>
    public bool Has(ulong bytes) => bytes <= Bytes;

    /// <summary>How many bytes the process can still use at this moment.</summary>
    public ulong ReadAvailable()
    {
        ulong used = (ulong)Environment.WorkingSet;
        return linux is not null && linux.TryReadAvailable(out ulong bytes) ? bytes : Bytes - Math.Min(Bytes, used);
    }

    // As the runtime found it when it started. If the managed heap has a limit, the first of the two numbers is that limit, which
    // does not concern native memory; in a container, the other one is nine tenths of what it may use.
    private static ulong Measure(GCMemoryInfo info)
    {
        long bytes = Math.Max(info.TotalAvailableMemoryBytes, info.HighMemoryLoadThresholdBytes);
        return bytes > 0 ? (ulong)bytes : ulong.MaxValue;
    }
}
