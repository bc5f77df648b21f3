using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Collections;

namespace Cenote.Text.Json;

/// <summary>Reads JSON strings as ids of a table, and writes ids as strings.</summary>
internal sealed class StringTableIdConverter : JsonConverter<int>, IValueConverter
{
    private readonly StringTable _table;

    public StringTableIdConverter(StringTable table)
    {
        _table = table;
        OrNull = new NullableConverter<int>(this);
    }

    public JsonConverter OrNull { get; }

    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, int>(ref reader, new Target(_table));

    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) =>
        Write(writer, value, isName: false);

    public override int ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    public override void WriteAsPropertyName(Utf8JsonWriter writer, int value, JsonSerializerOptions options) =>
        Write(writer, value, isName: true);

    private void Write(Utf8JsonWriter writer, int id, bool isName)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.Write(writer, _table.AsSpan(id), isName);
        GC.KeepAlive(_table);
    }

    private readonly struct Target(StringTable table) : IJsonTarget<int>
    {
        public int FromUtf8(ReadOnlySpan<byte> utf8) => table.GetOrAdd(utf8);

        public int FromChars(scoped ReadOnlySpan<char> text) => table.GetOrAdd(text);
    }
}
