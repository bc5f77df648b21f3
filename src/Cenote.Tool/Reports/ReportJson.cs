using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Tool.Reports;

/// <summary>Source-generated JSON for reports and for what child processes answer.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(MeasureReport))]
[JsonSerializable(typeof(HoldMeasurement))]
internal sealed partial class ReportJson : JsonSerializerContext
{
    /// <summary>The same, on many lines, for files that people open.</summary>
    public static ReportJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });
}
