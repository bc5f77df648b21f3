using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// Writes the text of a <see cref="PooledUtf8String"/> as a JSON string or property name, without a managed string.
/// <see cref="JsonSerializer"/> finds it by itself.
/// </summary>
/// <remarks>
/// Reading is refused, because a handle belongs to a pool that a converter does not know. Stale handles throw as
/// <see cref="PooledUtf8String.AsSpan"/> does.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PooledUtf8StringJsonConverter : JsonConverter<PooledUtf8String>
{
    /// <summary>Always throws.</summary>
    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">Always. The message says what to do.</exception>
    public override PooledUtf8String Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        CommonThrow.JsonNeedsPool<PooledUtf8String>(nameof(PooledUtf8String), "pool.Allocate(text)");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, PooledUtf8String value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteValue(writer, value.AsSpan());
        _ = value.Kept(0);
    }

    /// <inheritdoc cref="Read"/>
    public override PooledUtf8String ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, PooledUtf8String value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteName(writer, value.AsSpan());
        _ = value.Kept(0);
    }
}
