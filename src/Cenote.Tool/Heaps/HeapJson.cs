using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Heap;
using Cenote.Tool.Results;

namespace Cenote.Tool.Heaps;

/// <summary>Source-generated JSON for reports.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    Converters = [typeof(KindConverter)],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(HeapReport))]
internal sealed partial class HeapJson : JsonSerializerContext
{
    /// <summary>The same context with indented output, for files that people open.</summary>
    public static HeapJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });

    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, HeapReport report) =>
        ReportFile.Write(path, stream => JsonSerializer.Serialize(stream, report, Indented.HeapReport));

    /// <summary>Rejects numbers, including those in strings, because they are not names of kinds.</summary>
    private sealed class KindConverter() : JsonStringEnumConverter<PlaceKind>(namingPolicy: null, allowIntegerValues: false);
}
