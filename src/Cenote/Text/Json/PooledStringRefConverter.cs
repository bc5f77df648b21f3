using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// Reads a JSON string, or the property name of a dictionary, as a string of a pool. No managed string is made. Handles are
/// written, as without it, whatever pool they are of.
/// </summary>
/// <remarks>
/// <para>Strings are read within a <see cref="PooledStringScope"/> only, because the serializer drops handles that the caller
/// never sees: those of a document that fails, and those of properties that repeat. The scope frees the former. The latter are
/// refused by <see cref="JsonSerializerOptions.AllowDuplicateProperties"/>, which must be false. After
/// <see cref="PooledStringScope.Keep"/> the caller owns what was read: free each handle, or clear or dispose the pool.</para>
/// <para>Sets and other collections that drop equal elements also drop their handles. Read a list, or use an
/// <see cref="ArenaStringConverter"/>, whose arena releases all strings at once.</para>
/// <para>For as many threads as the pool is for.</para>
/// </remarks>
/// <example>
/// An array of strings that are below the managed heap:
/// <code>
/// using System.Text.Json;
///
/// using var pool = new SegmentedStringPool();
/// var converter = new PooledStringRefConverter(pool);
/// var options = new JsonSerializerOptions { AllowDuplicateProperties = false, Converters = { converter } };
///
/// using PooledStringScope scope = converter.BeginScope();
/// PooledStringRef[] caves = JsonSerializer.Deserialize&lt;PooledStringRef[]>("""["Dos Ojos","Sac Actun"]""", options)!;
/// scope.Keep();   // without it, the end of the scope would free the strings
/// Console.WriteLine(caves[1].Length);   // prints 9
/// </code>
/// </example>
public sealed class PooledStringRefConverter : JsonConverter<PooledStringRef>, IValueConverter
{
    private static readonly PooledStringRefJsonConverter s_writing = new();

    private readonly StringPool _pool;
    private readonly NullableConverter<PooledStringRef> _orNull;

    // Asynchronous reads continue on other threads.
    private readonly AsyncLocal<PooledStringScope?> _scope = new();

    /// <summary>A converter that reads into a pool.</summary>
    /// <param name="pool">The pool.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public PooledStringRefConverter(StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
        _orNull = new NullableConverter<PooledStringRef>(this);
    }

    /// <summary>Opens a scope that owns what this converter reads, here and in the asynchronous calls made from here.</summary>
    /// <returns>The scope. Dispose it where it was made. A scope within another one takes its place until it is
    /// disposed.</returns>
    public PooledStringScope BeginScope() => new(_pool, _scope);

    /// <inheritdoc/>
    /// <exception cref="NotSupportedException">There is no scope, or duplicate properties are allowed.</exception>
    /// <exception cref="OutOfMemoryException">The pool has reached its limit, or memory is refused.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public override PooledStringRef Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.AllowDuplicateProperties)
        {
            Throw.PropertiesMayRepeat();
        }

        PooledStringScope scope = _scope.Value is { IsOpen: true } open ? open : Throw.NoScope();
        PooledStringRef text = JsonText.Read<Target, PooledStringRef>(ref reader, new Target(_pool));
        scope.Add(text);
        return text;
    }

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

    JsonConverter IValueConverter.OrNull => _orNull;

    private readonly struct Target(StringPool pool) : IJsonTarget<PooledStringRef>
    {
        public PooledStringRef FromUtf8(ReadOnlySpan<byte> utf8) => pool.AllocateUtf8(utf8);

        public PooledStringRef FromChars(scoped ReadOnlySpan<char> text) => pool.Allocate(text);
    }
}
