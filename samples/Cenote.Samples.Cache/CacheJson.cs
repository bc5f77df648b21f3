using System.Text.Json.Serialization;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache;

/// <summary>Source-generated JSON for the responses of services.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(AloneReport))]
[JsonSerializable(typeof(Article))]
[JsonSerializable(typeof(Article[]))]
[JsonSerializable(typeof(ServiceReport))]
internal sealed partial class CacheJson : JsonSerializerContext;
