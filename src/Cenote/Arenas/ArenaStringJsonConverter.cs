using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Text;

namespace Cenote.Arenas;

/// <summary>
/// Writes the text of an <see cref="ArenaString"/> as a JSON string or property name, without a managed string.
/// <see cref="JsonSerializer"/> finds it by itself.
/// </summary>
/// <remarks>
/// Reading is refused, because a longer text belongs to an arena that a converter does not know. Stale values throw as
/// <see cref="StringArena.AsSpan"/> does.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ArenaStringJsonConverter : JsonConverter<ArenaString>
{
    /// <summary>Always throws.</summary>
    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">Always. The message says what to do.</exception>
    public override ArenaString Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        CommonThrow.JsonNeedsConverter<ArenaString>(nameof(ArenaString), "ArenaStringConverter(arena)", "arena.Add(text)");

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, ArenaString value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteValue(writer, ArenaString.Read(in value, out StringArena? arena));
        GC.KeepAlive(arena);
    }

    /// <inheritdoc cref="Read"/>
    public override ArenaString ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, ArenaString value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteName(writer, ArenaString.Read(in value, out StringArena? arena));
        GC.KeepAlive(arena);
    }
}
