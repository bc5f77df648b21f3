using System.Globalization;
using System.Runtime;

namespace Cenote.Measurement;

/// <summary>
/// The machine and runtime of a measurement, for the head of each report. It names neither the machine nor its user.
/// </summary>
/// <param name="Processor">The model of the processor, or its architecture if the model is unknown.</param>
/// <param name="Cores">The number of logical processors that this process may use.</param>
/// <param name="MemoryBytes">Physical memory, or the limit of the container.</param>
/// <param name="OperatingSystem">Name and version of the operating system.</param>
/// <param name="Runtime">Name and version of the .NET runtime.</param>
/// <param name="GarbageCollector">Workstation or server, concurrent or not.</param>
/// <param name="Date">The date of the measurement, in UTC.</param>
public sealed record MachineInfo(
    string Processor,
    int Cores,
    long MemoryBytes,
    string OperatingSystem,
    string Runtime,
    string GarbageCollector,
    DateTimeOffset Date)
{
    /// <summary>Describes the current machine and time.</summary>
    public static MachineInfo Current() => new(
        ProcessorName(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo(GCKind.Any).TotalAvailableMemoryBytes,
        $"{RuntimeInformation.OSDescription} ({RuntimeInformation.OSArchitecture})",
        RuntimeInformation.FrameworkDescription,
        CollectorName(),
        DateTimeOffset.UtcNow);

    /// <summary>The description in one line.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Processor}, {Cores} cores, {Units.Bytes(MemoryBytes)}, {OperatingSystem}, {Runtime}, "
        + $"{GarbageCollector}, {Date:yyyy-MM-dd}");

    private static string CollectorName() =>
        (GCSettings.IsServerGC ? "server GC" : "workstation GC")
        + (GCSettings.LatencyMode == GCLatencyMode.Batch ? ", not concurrent" : ", concurrent");

    private static string ProcessorName()
    {
        string? model = null;
        if (System.OperatingSystem.IsLinux() && File.Exists("/proc/cpuinfo"))
        {
            model = File.ReadLines("/proc/cpuinfo")
                .FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?
                .Split(':', 2)[^1];
        }
        else if (System.OperatingSystem.IsWindows())
        {
            model = Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        }

        return string.IsNullOrWhiteSpace(model) ? RuntimeInformation.ProcessArchitecture.ToString() : model.Trim();
    }
}
