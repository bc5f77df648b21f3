using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Text.Json;

/// <summary>A converter for nullable values. The serializer handles null itself.</summary>
internal sealed class NullableConverter<T>(JsonConverter<T> converter) : JsonConverter<T?>
    where T : struct
{
    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        converter.Read(ref reader, typeof(T), options);

    public override void Write(Utf8JsonWriter writer, T? value, JsonSerializerOptions options) =>
        converter.Write(writer, value.GetValueOrDefault(), options);
}
