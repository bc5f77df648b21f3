using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Formatting;

/// <summary>Writes the text of handles. Reading throws unless a derived converter supplies the pool or arena.</summary>
internal class HandleConverter<T> : JsonConverter<T>
    where T : struct, IJsonText
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        CommonThrow.JsonNeedsPlace<T>(default(T).HowToRead);

    public sealed override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        value.WriteTo(writer, isName: false);
    }

    public sealed override T ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    public sealed override void WriteAsPropertyName(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        value.WriteTo(writer, isName: true);
    }
}
