using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>A processor on which the calibration loop, <see cref="ManagedLoop"/>, was timed while the machine was idle.</summary>
/// <param name="Name">The common name: "Zen 4".</param>
/// <param name="Nanoseconds">
/// The time of the loop per string. For a processor that alternates between two speeds, this is the slower time, and measured
/// values vary more.
/// </param>
internal sealed record KnownProcessor(string Name, double Nanoseconds);

/// <summary>The processors of <c>processors.json</c>, by the description from the system.</summary>
internal static class KnownProcessors
{
    public const string Command = "calibrate";
    private const string File = "processors.json";
    private const int Samples = 20;

    private static readonly Dictionary<string, KnownProcessor> s_known = Read();

    /// <summary>
    /// The model name, family and model number, because virtual machines report the same model name for many processors.
    /// </summary>
    public static string Current { get; } = string.Concat(
        [MachineInfo.Current().Processor, .. Details("cpu family", "family"), .. Details("model", "model")]);

    /// <summary>The usual time of the loop on this processor, per string; null if unknown.</summary>
    public static double? UsualNanoseconds => s_known.GetValueOrDefault(Current)?.Nanoseconds;

    /// <summary>The common name of a processor; its description if the file does not list the processor.</summary>
    public static string NameOf(string description) => s_known.GetValueOrDefault(description)?.Name ?? description;

    /// <summary>Measures for several seconds, and prints this processor's line for <c>processors.json</c>; returns 0.</summary>
    public static int Run()
    {
        double usual = Spread.Of([.. Enumerable.Range(0, Samples).Select(_ => ManagedLoop.Measure())]).Median;
        Console.WriteLine($"\"{Current}\": {{ \"name\": \"{NameOf(Current)}\", \"nanoseconds\": {usual:0.0} }}");
        Console.WriteLine(UsualNanoseconds is { } known
            ? $"listed: {known:0.0} ns"
            : $"not listed: add the line to {File}, measured while no other program runs");
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
