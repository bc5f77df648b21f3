using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Interning;

namespace Cenote.Text.Json;

/// <summary>
/// Reads a JSON string, or the property name of a dictionary, as the id of its text in a <see cref="StringTable"/>, and writes
/// the text of an id. No managed string is made either way.
/// </summary>
/// <remarks>
/// <para>Added to <see cref="JsonSerializerOptions.Converters"/> it reads every <see cref="int"/>, and refuses those that are
/// JSON numbers. Where there are numbers as well, choose the properties by <see cref="JsonConverterExtensions.For{T}"/>.</para>
/// <para>The table must not be disposed before the last use of the converter. Safe for any number of threads.</para>
/// </remarks>
/// <example>
/// A row with a number, and with an id in place of a text:
/// <code>
/// using System.Text.Json;
/// using System.Text.Json.Serialization.Metadata;
///
/// using var table = new StringTable();
/// var options = new JsonSerializerOptions
/// {
///     TypeInfoResolver = new DefaultJsonTypeInfoResolver
///     {
///         Modifiers = { new StringTableIdConverter(table).For&lt;City>(nameof(City.State)) },
///     },
/// };
/// City city = JsonSerializer.Deserialize&lt;City>("""{"Id":7,"State":"Yucatán"}""", options)!;
/// Console.WriteLine($"{city.Id} {table.AsSpan(city.State)}");   // prints 7 Yucatán
///
/// record City(int Id, int State);
/// </code>
/// </example>
public sealed class StringTableIdConverter : JsonConverter<int>, IValueConverter
{
    private readonly StringTable _table;
    private readonly NullableConverter<int> _orNull;

    /// <summary>A converter between texts and the ids of a table.</summary>
    /// <param name="table">The table, to which new texts are added.</param>
    /// <exception cref="ArgumentNullException"><paramref name="table"/> is null.</exception>
    public StringTableIdConverter(StringTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        _table = table;
        _orNull = new NullableConverter<int>(this);
    }

    /// <inheritdoc/>
    /// <exception cref="OutOfMemoryException">The text is new and beyond a limit of the table.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, int>(ref reader, new Target(_table));

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException">The table has not given out this id.</exception>
    /// <exception cref="ObjectDisposedException">The table is disposed.</exception>
    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteValue(writer, _table.AsSpan(value));
        GC.KeepAlive(_table);
    }

    /// <inheritdoc cref="Read"/>
    public override int ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc cref="Write"/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        JsonCopy.WriteName(writer, _table.AsSpan(value));
        GC.KeepAlive(_table);
    }

    JsonConverter IValueConverter.OrNull => _orNull;

    private readonly struct Target(StringTable table) : IJsonTarget<int>
    {
        public int FromUtf8(ReadOnlySpan<byte> utf8) => table.GetOrAddUtf8(utf8);

        public int FromChars(scoped ReadOnlySpan<char> text) => table.GetOrAdd(text);
    }
}
