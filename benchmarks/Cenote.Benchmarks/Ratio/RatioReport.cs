using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Files;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>The results of one run of an area, or the medians of several.</summary>
public sealed record RatioReport
{
    /// <summary>Version of this format.</summary>
    public int Schema { get; init; } = 3;

    /// <summary>The area.</summary>
    public required string Area { get; init; }

    /// <summary>The command line.</summary>
    public required string Command { get; init; }

    /// <summary>The machine and the date.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>The model name of the processor, with its family and model number if known.</summary>
    public required string Processor { get; init; }

    /// <summary>The duration of the run; for several runs, the median.</summary>
    public required double Seconds { get; init; }

    /// <summary>How quiet the machine was during each run.</summary>
    public required IReadOnlyList<Quietness> Runs { get; init; }

    /// <summary>The rows.</summary>
    public required IReadOnlyList<RatioRow> Rows { get; init; }

    /// <summary>The reason why the report must not be published; null if publishing is allowed.</summary>
    [JsonIgnore]
    public string? Objection => Runs.Select(run => run.Objection).FirstOrDefault(objection => objection is not null);

    /// <summary>The common name of the processor.</summary>
    [JsonIgnore]
    public string ProcessorName => KnownProcessors.NameOf(Processor);

    /// <summary>Reads a report.</summary>
    public static RatioReport Load(string path)
    {
        using FileStream stream = File.OpenRead(path);
        return JsonSerializer.Deserialize(stream, RatioJson.Default.RatioReport)!;
    }

    /// <summary>Writes the report as JSON.</summary>
    public void Save(string path) => FileTarget.Find(path).Write(
        FileTarget.ReadWrite, (stream, _) => JsonSerializer.Serialize(stream, this, RatioJson.Default.RatioReport));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    Converters = [typeof(FiveDigitsConverter)])]
[JsonSerializable(typeof(RatioReport))]
[JsonSerializable(typeof(Dictionary<string, KnownProcessor>))]
[JsonSerializable(typeof(Strings.LiveCollectionResult))]
[JsonSerializable(typeof(Collections.LargeTableResult))]
[JsonSerializable(typeof(Scale.ScaleResult))]
[JsonSerializable(typeof(Snapshots.SnapshotResult))]
[JsonSerializable(typeof(Collections.UnmanagedTableResult))]
[JsonSerializable(typeof(Caching.CacheLoadResult))]
[JsonSerializable(typeof(Heaps.HeapReadingResult))]
internal sealed partial class RatioJson : JsonSerializerContext;
