using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Arenas.Native;

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(NativeLine))]
internal sealed partial class NativeJson : JsonSerializerContext;
