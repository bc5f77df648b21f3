using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Strings;

/// <summary>
/// Refuses to write or read a <see cref="PooledStringId"/>, whose text only its pool knows, and says what to serialize instead.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PooledStringIdJsonConverter : JsonConverter<PooledStringId>
{
    /// <summary>Always throws.</summary>
    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">Always. The message says what to do.</exception>
    public override PooledStringId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        CommonThrow.JsonNeedsPool<PooledStringId>(nameof(PooledStringId), "pool.Allocate(text).Id");

    /// <inheritdoc cref="Read"/>
    public override void Write(Utf8JsonWriter writer, PooledStringId value, JsonSerializerOptions options) =>
        Throw.IdHasNoText();

    /// <inheritdoc cref="Read"/>
    public override PooledStringId ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc cref="Read"/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, PooledStringId value, JsonSerializerOptions options) =>
        Throw.IdHasNoText();
}
