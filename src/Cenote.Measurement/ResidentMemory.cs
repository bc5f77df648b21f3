using System.Globalization;

namespace Cenote.Measurement;

/// <summary>How much physical memory this process occupies, and how much of the machine's is free.</summary>
public static class ResidentMemory
{
    /// <summary>
    /// Bytes of physical memory this process occupies now, managed and native. Linux reads the exact value of the kernel;
    /// elsewhere it is the working set.
    /// </summary>
    public static long Bytes =>
        OperatingSystem.IsLinux() && TryReadResidentPages(out long pages)
            ? pages * Environment.SystemPageSize
            : Environment.WorkingSet;

    /// <summary>
    /// Bytes this process could still use without the machine, or the container it runs in, swapping or killing it. An
    /// estimate: other programs may take it first.
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
