using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>A processor on which <see cref="ManagedLoop"/> was measured while nothing else ran.</summary>
/// <param name="Name">What people call it: "Zen 4".</param>
/// <param name="Nanoseconds">
/// Time of the loop; the slower one where there are two, which take turns by the second. Such processors show in rows that scatter.
/// </param>
internal sealed record KnownProcessor(string Name, double Nanoseconds);

/// <summary>The processors of <c>processors.json</c>, by the description that the system gives.</summary>
internal static class KnownProcessors
{
    public const string Command = "calibrate";
    private const string File = "processors.json";
    private const int Samples = 20;

    private static readonly Dictionary<string, KnownProcessor> s_known = Read();

    /// <summary>Model, family and number: virtual machines call many processors by the same model.</summary>
    public static string Current { get; } = string.Concat(
        [MachineInfo.Current().Processor, .. Details("cpu family", "family"), .. Details("model", "model")]);

    /// <summary>The time of the loop on this processor; null if it is not known.</summary>
    public static double? UsualNanoseconds => s_known.GetValueOrDefault(Current)?.Nanoseconds;

    /// <summary>What people call a processor; its description if the file does not list it.</summary>
    public static string NameOf(string description) => s_known.GetValueOrDefault(description)?.Name ?? description;

    /// <summary>Measures for some seconds, and prints the line for the file; always returns 0.</summary>
    public static int Run()
    {
        double usual = Spread.Of([.. Enumerable.Range(0, Samples).Select(_ => ManagedLoop.Measure())]).Median;
        Console.WriteLine($"\"{Current}\": {{ \"name\": \"{NameOf(Current)}\", \"nanoseconds\": {usual:0.0} }}");
        Console.WriteLine(UsualNanoseconds is { } known
            ? $"known so far: {known:0.0} ns"
            : $"not known so far: add the line to {File}, measured when nothing else runs");
        return 0;
    }

    private static Dictionary<string, KnownProcessor> Read()
    {
        using Stream file = typeof(KnownProcessors).Assembly.GetManifestResourceStream(File)!;
        return JsonSerializer.Deserialize(file, RatioJson.Default.DictionaryStringKnownProcessor)!;
    }

    private static IEnumerable<string> Details(string key, string name) =>
        OperatingSystem.IsLinux()
            ? System.IO.File.ReadLines("/proc/cpuinfo")
                .Where(line => line.Split(':')[0].Trim() == key)
                .Take(1)
                .Select(line => $", {name} {line.Split(':', 2)[^1].Trim()}")
            : [];
}
