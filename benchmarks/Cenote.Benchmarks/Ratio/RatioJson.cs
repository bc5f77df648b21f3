using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Ratio;

[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RatioReport))]
[JsonSerializable(typeof(Strings.LiveCollectionResult))]
[JsonSerializable(typeof(Collections.LargeTableResult))]
internal sealed partial class RatioJson : JsonSerializerContext;
