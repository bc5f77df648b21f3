using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>The best times of <see cref="ManagedLoop"/> known, by processor: <c>processors.json</c>, which is built in.</summary>
internal static class KnownProcessors
{
    public const string Command = "calibrate";
    private const string File = "processors.json";
    private const int Samples = 20;

    /// <summary>What this processor is called: its model alone is the same for many on a virtual machine.</summary>
    public static string Current { get; } = string.Concat(
        [MachineInfo.Current().Processor, .. Details("cpu family", "family"), .. Details("model", "model")]);

    /// <summary>The best time known for this processor, in nanoseconds; null if there is none.</summary>
    public static double? BestNanoseconds { get; } = Read().TryGetValue(Current, out double best) ? best : null;

    /// <summary>Measures for some seconds, and prints the line for the file; always returns 0.</summary>
    public static int Run()
    {
        double best = Spread.Of([.. Enumerable.Range(0, Samples).Select(_ => ManagedLoop.Measure())]).Median;
        Console.WriteLine($"\"{Current}\": {best:0.0}");
        Console.WriteLine(BestNanoseconds is { } known
            ? $"known so far: {known:0.0} ns; a lower one replaces it in {File}, when nothing else runs"
            : $"not known so far: add the line to {File}, measured when nothing else runs");
        return 0;
    }

    private static Dictionary<string, double> Read()
    {
        using Stream file = typeof(KnownProcessors).Assembly.GetManifestResourceStream(File)!;
        return JsonSerializer.Deserialize(file, RatioJson.Default.DictionaryStringDouble)!;
    }

    private static IEnumerable<string> Details(string key, string name) =>
        OperatingSystem.IsLinux()
            ? System.IO.File.ReadLines("/proc/cpuinfo")
                .Where(line => line.Split(':')[0].Trim() == key)
                .Take(1)
                .Select(line => $", {name} {line.Split(':', 2)[^1].Trim()}")
            : [];
}
