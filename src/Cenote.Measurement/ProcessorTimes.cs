using System.Globalization;

namespace Cenote.Measurement;

/// <summary>The processor time of the machine since boot, in kernel ticks.</summary>
/// <param name="All">All ticks, including idle ones.</param>
/// <param name="Busy">The ticks of all processes, and those stolen by other virtual machines.</param>
/// <param name="Own">The ticks of this process and of its terminated children.</param>
public readonly record struct ProcessorTimes(long All, long Busy, long Own)
{
    /// <summary>Reads the current times; null if the operating system is not Linux.</summary>
    public static ProcessorTimes? Now() =>
        OperatingSystem.IsLinux() && File.Exists("/proc/stat")
            ? Parse(File.ReadLines("/proc/stat").First(), File.ReadAllText("/proc/self/stat"))
            : null;

    /// <summary>Parses the times from files of the kernel.</summary>
    /// <param name="machine">
    /// The first line of <c>/proc/stat</c>: "cpu user nice system idle iowait irq softirq steal ...".
    /// </param>
    /// <param name="process">The text of <c>/proc/self/stat</c>: "id (name) state ...".</param>
    internal static ProcessorTimes Parse(string machine, string process)
    {
        long[] ticks = Numbers(machine.AsSpan("cpu".Length), from: 0, count: 8);
        long idle = ticks[3] + ticks[4];

        // The name may contain anything. utime, stime, cutime and cstime are the 12th to 15th field after the name.
        long own = Numbers(process.AsSpan(process.LastIndexOf(')') + 1), from: 11, count: 4).Sum();
        return new ProcessorTimes(ticks.Sum(), ticks.Sum() - idle, own);
    }

    /// <summary>Returns the share of the machine that other processes used since an earlier reading, from 0 to 1.</summary>
    /// <param name="earlier">The earlier reading.</param>
    public double OthersSince(ProcessorTimes earlier)
    {
        long others = Busy - earlier.Busy - (Own - earlier.Own);
        return Math.Clamp((double)others / Math.Max(1, All - earlier.All), 0, 1);
    }

    private static long[] Numbers(ReadOnlySpan<char> fields, int from, int count) =>
        [.. fields.ToString().Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(from).Take(count)
            .Select(field => long.Parse(field, CultureInfo.InvariantCulture))];
}
