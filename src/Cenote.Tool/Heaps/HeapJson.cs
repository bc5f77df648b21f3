using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Heap;
using Cenote.Tool.Results;

namespace Cenote.Tool.Heaps;

/// <summary>The report as a file for programs; source-generated.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    Converters = [typeof(KindConverter)],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(HeapReport))]
internal sealed partial class HeapJson : JsonSerializerContext
{
    /// <summary>The same, on many lines, for files that people open.</summary>
    public static HeapJson Indented => field ??= new(new JsonSerializerOptions(Default.Options) { WriteIndented = true });

    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, HeapReport report) =>
        ReportFile.Write(path, stream => JsonSerializer.Serialize(stream, report, Indented.HeapReport));

    /// <summary>Refuses numbers, also those in strings, which are no names of kinds.</summary>
    private sealed class KindConverter() : JsonStringEnumConverter<PlaceKind>(namingPolicy: null, allowIntegerValues: false);
}
