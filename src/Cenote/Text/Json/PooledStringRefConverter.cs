using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// Reads a JSON string, or the property name of a dictionary, as a string of a pool. No managed string is made. Handles are
/// written, as without it, whatever pool they are of.
/// </summary>
/// <remarks>
/// <para>The caller owns what was read: free each handle, or clear or dispose the pool. Of a document that turns out to be wrong,
/// the strings that were read up to there stay in the pool.</para>
/// <para>For as many threads as the pool is for.</para>
/// </remarks>
/// <example>
/// An array of strings that are below the managed heap:
/// <code>
/// using System.Text.Json;
///
/// using var pool = new SegmentedStringPool();
/// var options = new JsonSerializerOptions { Converters = { new PooledStringRefConverter(pool) } };
/// PooledStringRef[] caves = JsonSerializer.Deserialize&lt;PooledStringRef[]>("""["Dos Ojos","Sac Actun"]""", options)!;
/// Console.WriteLine(caves[1].Length);   // prints 9
/// </code>
/// </example>
public sealed class PooledStringRefConverter : JsonConverter<PooledStringRef>, IValueConverter
{
    private static readonly PooledStringRefJsonConverter s_writing = new();

    private readonly StringPool _pool;

    /// <summary>A converter that reads into a pool.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public PooledStringRefConverter(StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    /// <inheritdoc/>
    /// <exception cref="OutOfMemoryException">The pool has reached its limit, or memory is refused.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public override PooledStringRef Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonText.Read<Target, PooledStringRef>(ref reader, new Target(_pool));

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool of the handle is disposed.</exception>
    public override void Write(Utf8JsonWriter writer, PooledStringRef value, JsonSerializerOptions options) =>
        s_writing.Write(writer, value, options);

    /// <inheritdoc cref="Read"/>
    public override PooledStringRef ReadAsPropertyName(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Read(ref reader, typeToConvert, options);

    /// <inheritdoc cref="Write"/>
    public override void WriteAsPropertyName(Utf8JsonWriter writer, PooledStringRef value, JsonSerializerOptions options) =>
        s_writing.WriteAsPropertyName(writer, value, options);

    JsonConverter IValueConverter.OrNull() => new NullableConverter<PooledStringRef>(this);

    private readonly struct Target(StringPool pool) : IJsonTarget<PooledStringRef>
    {
        public PooledStringRef FromUtf8(ReadOnlySpan<byte> utf8) => pool.AllocateUtf8(utf8);

        public PooledStringRef FromChars(scoped ReadOnlySpan<char> text) => pool.Allocate(text);
    }
}
