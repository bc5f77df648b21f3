using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Tool.Results;

/// <summary>Source-generated JSON for reports.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(MeasureReport))]
internal sealed partial class ReportJson : JsonSerializerContext
{
    /// <summary>The same context with indented output, for files that people open.</summary>
    public static ReportJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });
}
