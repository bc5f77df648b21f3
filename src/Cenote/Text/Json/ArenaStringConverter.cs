using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;
using Cenote.Formatting;

namespace Cenote.Text.Json;

/// <summary>Reads JSON strings into an arena.</summary>
internal sealed class ArenaStringConverter : HandleConverter<ArenaString>, IValueConverter
{
    private readonly StringArena _arena;

    public ArenaStringConverter(StringArena arena)
    {
        _arena = arena;
        OrNull = new NullableConverter<ArenaString>(this);
    }

    public JsonConverter OrNull { get; }

    public override ArenaString Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, ArenaString>(ref reader, new Target(_arena));

    private readonly struct Target(StringArena arena) : IJsonTarget<ArenaString>
    {
        public ArenaString FromUtf8(ReadOnlySpan<byte> utf8) => arena.Add(utf8);

        public ArenaString FromChars(scoped ReadOnlySpan<char> text) => arena.Add(text);
    }
}
