using System.Text.Json.Serialization;

namespace Cenote.Samples;

/// <summary>Source-generated JSON for the events of the live page.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LiveLoad))]
[JsonSerializable(typeof(LiveService))]
[JsonSerializable(typeof(LivePoint))]
[JsonSerializable(typeof(LiveResult))]
[JsonSerializable(typeof(string))]
internal sealed partial class LiveJson : JsonSerializerContext;
