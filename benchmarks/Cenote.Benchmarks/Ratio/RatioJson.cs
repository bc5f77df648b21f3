using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Ratio;

[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RatioReport))]
[JsonSerializable(typeof(Strings.LiveCollectionResult))]
internal sealed partial class RatioJson : JsonSerializerContext;
