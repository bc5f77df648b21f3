using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;

namespace Cenote.Text.Json;

/// <summary>
/// Reads a JSON string, or the property name of a dictionary, as a value of an arena. No managed string is made. Values are
/// written, as without it, whatever arena they are of.
/// </summary>
/// <remarks>
/// What was read is valid until the arena is reset or disposed. Of a document that turns out to be wrong, the texts that were
/// read up to there stay in the arena. For one thread at a time, as the arena.
/// </remarks>
/// <example>
/// A document that is sorted, and forgotten with the arena:
/// <code>
/// using System.Text.Json;
///
/// using var arena = new StringArena();
/// var options = new JsonSerializerOptions { Converters = { new ArenaStringConverter(arena) } };
/// ArenaString[] caves = JsonSerializer.Deserialize&lt;ArenaString[]>("""["Sac Actun","Dos Ojos"]""", options)!;
/// arena.Sort(caves);
/// Console.WriteLine(caves[0]);   // prints Dos Ojos
/// </code>
/// </example>
public sealed class ArenaStringConverter : JsonConverter<ArenaString>, IValueConverter
{
    private static readonly ArenaStringJsonConverter s_writing = new();

    private readonly StringArena _arena;
    private readonly NullableConverter<ArenaString> _orNull;

    /// <summary>A converter that reads into an arena.</summary>
    /// <param name="arena">The arena.</param>
    /// <exception cref="ArgumentNullException"><paramref name="arena"/> is null.</exception>
    public ArenaStringConverter(StringArena arena)
    {
        ArgumentNullException.ThrowIfNull(arena);
        _arena = arena;
        _orNull = new NullableConverter<ArenaString>(this);
    }

    /// <inheritdoc/>
    /// <exception cref="OutOfMemoryException">The arena has reached its limit, or memory is refused.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    public override ArenaString Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, ArenaString>(ref reader, new Target(_arena));

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The value is stale.</exception>
    /// <exception cref="ObjectDisposedException">The arena of the value is disposed.</exception>
    public override void Write(Utf8JsonWriter writer, ArenaString value, JsonSerializerOptions options) =>
        s_writing.Write(writer, value, options);

    /// <inheritdoc cref="Read"/>
    public override ArenaString ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc cref="Write"/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, ArenaString value, JsonSerializerOptions options) =>
        s_writing.WriteAsPropertyName(writer, value, options);

    JsonConverter IValueConverter.OrNull => _orNull;

    private readonly struct Target(StringArena arena) : IJsonTarget<ArenaString>
    {
        public ArenaString FromUtf8(ReadOnlySpan<byte> utf8) => arena.AddUtf8(utf8);

        public ArenaString FromChars(scoped ReadOnlySpan<char> text) => arena.Add(text);
    }
}
