using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Interning;

namespace Cenote.Text.Json;

/// <summary>
/// Reads JSON strings, and the property names of dictionaries, as strings of an interner: a text that is there already is found
/// by its UTF-8, and no string is made.
/// </summary>
/// <remarks>
/// <para>What is read and written is the same as without it, and wrong input fails in the same way. Texts that are beyond the
/// limits of the interner get a string of their own.</para>
/// <para>Added to <see cref="JsonSerializerOptions.Converters"/> it reads every string. Where texts differ from object to object,
/// such as names and keys, each takes the place of another text: choose the properties that repeat by
/// <see cref="JsonConverterExtensions.For{T}"/>.</para>
/// <para>Safe for any number of threads.</para>
/// </remarks>
/// <example>
/// Every string of a document, in values and keys:
/// <code>
/// using System.Text.Json;
///
/// var options = new JsonSerializerOptions { Converters = { new InterningStringConverter(new StringInterner()) } };
/// string[] states = JsonSerializer.Deserialize&lt;string[]>("""["Yucatán","Campeche","Yucat\u00e1n"]""", options)!;
/// Console.WriteLine(ReferenceEquals(states[0], states[2]));   // prints True
/// </code>
/// </example>
public sealed class InterningStringConverter : JsonConverter<string>
{
    private readonly ExactInterner _interner;

    /// <summary>A converter with the strings of <see cref="BoundedStringInterner.Shared"/>.</summary>
    public InterningStringConverter()
        : this(BoundedStringInterner.Shared)
    {
    }

    /// <summary>A converter with the strings of an interner.</summary>
    /// <param name="interner">Where the strings come from; its <see cref="IStringInterner.Comparison"/> must be ordinal.</param>
    /// <exception cref="ArgumentNullException"><paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so two keys of a document could become one.</exception>
    public InterningStringConverter(IStringInterner interner) => _interner = new ExactInterner(interner);

    /// <inheritdoc/>
    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, string>(ref reader, new Target(_interner));

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        writer.WriteStringValue(value);
    }

    /// <inheritdoc/>
    public override string ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc/>
    public override void WriteAsPropertyName(
        Utf8JsonWriter writer, [DisallowNull] string value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        ArgumentNullException.ThrowIfNull(options);
        writer.WritePropertyName(options.DictionaryKeyPolicy is { } policy ? policy.ConvertName(value) : value);
    }

    private readonly struct Target(ExactInterner interner) : IJsonTarget<string>
    {
        public string FromUtf8(ReadOnlySpan<byte> utf8) => interner.InternUtf8(utf8);

        public string FromChars(scoped ReadOnlySpan<char> text) => interner.Intern(text);
    }
}
