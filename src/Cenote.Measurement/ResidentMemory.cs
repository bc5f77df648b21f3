using System.Globalization;

namespace Cenote.Measurement;

/// <summary>Reads the physical memory of this process, and the free memory of the machine.</summary>
public static class ResidentMemory
{
    /// <summary>
    /// The resident memory of this process in bytes, managed and native. On Linux, the exact value of the kernel; elsewhere, the
    /// working set.
    /// </summary>
    public static long Bytes =>
        OperatingSystem.IsLinux() && TryReadResidentPages(out long pages)
            ? pages * Environment.SystemPageSize
            : Environment.WorkingSet;

    /// <summary>
    /// The bytes that this process can still use before the machine or container swaps or kills it. An
    /// estimate: other programs may take this memory first.
    /// </summary>
    public static long FreeBytes
    {
        get
        {
            GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.Any);
            long withinLimit = info.TotalAvailableMemoryBytes - Bytes;
            long free = OperatingSystem.IsLinux() && TryReadAvailableBytes(out long available)
                ? Math.Min(available, withinLimit)
                : Math.Min(info.TotalAvailableMemoryBytes - info.MemoryLoadBytes, withinLimit);
            return Math.Max(0, free);
        }
    }

    private static bool TryReadResidentPages(out long pages)
    {
        // "size resident shared text lib data dt", in pages.
        string[] fields = File.ReadAllText("/proc/self/statm").Split(' ');
        pages = 0;
        return fields.Length > 1 && long.TryParse(fields[1], NumberStyles.None, CultureInfo.InvariantCulture, out pages);
    }

    private static bool TryReadAvailableBytes(out long bytes)
    {
        // "MemAvailable:   24105480 kB"
        const string Key = "MemAvailable:";
        bytes = 0;
        string? line = File.ReadLines("/proc/meminfo").FirstOrDefault(line => line.StartsWith(Key, StringComparison.Ordinal));
        if (line is null || !long.TryParse(
            line.AsSpan(Key.Length).TrimEnd("kB ").Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out long kibibytes))
        {
            return false;
        }

        bytes = kibibytes * 1024;
        return true;
    }
}
