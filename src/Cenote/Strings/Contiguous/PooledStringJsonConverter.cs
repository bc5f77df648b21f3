using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// Writes the text of a <see cref="PooledString"/> as a JSON string or property name, without a managed string.
/// <see cref="JsonSerializer"/> finds it by itself.
/// </summary>
/// <remarks>
/// Reading is refused, because a handle belongs to a pool that a converter does not know. Stale handles throw as
/// <see cref="PooledString.AsSpan"/> does.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PooledStringJsonConverter : JsonConverter<PooledString>
{
    /// <summary>Always throws.</summary>
    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">Always. The message says what to do.</exception>
    public override PooledString Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        CommonThrow.JsonNeedsPool<PooledString>(nameof(PooledString), "pool.Allocate(text)");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, PooledString value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteValue(writer, value.AsSpan());
        _ = value.Kept(0);
    }

    /// <inheritdoc cref="Read"/>
    public override PooledString ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, PooledString value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteName(writer, value.AsSpan());
        _ = value.Kept(0);
    }
}
