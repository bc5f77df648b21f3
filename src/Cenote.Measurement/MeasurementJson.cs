using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>Source-generated JSON for results, camel-cased and indented, without reflection.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    WriteIndented = true)]
[JsonSerializable(typeof(Comparison))]
[JsonSerializable(typeof(IReadOnlyList<Comparison>))]
[JsonSerializable(typeof(MachineInfo))]
public sealed partial class MeasurementJson : JsonSerializerContext;
