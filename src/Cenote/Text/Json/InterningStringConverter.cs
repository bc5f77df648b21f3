using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Interning;

namespace Cenote.Text.Json;

/// <summary>Reads JSON strings as interned strings.</summary>
internal sealed class InterningStringConverter(ExactInterner interner) : JsonConverter<string>
{
    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, string>(ref reader, new Target(interner));

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteStringValue(value);
    }

    public override string ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    public override void WriteAsPropertyName(
        Utf8JsonWriter writer, [DisallowNull] string value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(options);
        writer.WritePropertyName(options.DictionaryKeyPolicy is { } policy ? policy.ConvertName(value) : value);
    }

    private readonly struct Target(ExactInterner interner) : IJsonTarget<string>
    {
        public string FromUtf8(ReadOnlySpan<byte> utf8) => interner.Intern(utf8);

        public string FromChars(scoped ReadOnlySpan<char> text) => interner.Intern(text);
    }
}
