using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Formatting;

/// <summary>
/// Writes the text of a handle as a JSON string or property name, without allocating a managed string.
/// <see cref="JsonSerializer"/> uses this converter automatically.
/// </summary>
/// <typeparam name="T">A pool handle or arena value type.</typeparam>
/// <remarks>
/// Reading throws <see cref="NotSupportedException"/>, because there is no pool or arena to read into; the message names the
/// alternative. Writing a stale handle throws the same exception as the handle's <c>ToString</c>. Writing a
/// <c>PooledStringId</c> always throws, because an id has no reference to its pool.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class HandleJsonConverter<T> : JsonConverterFactory
    where T : struct
{
    /// <inheritdoc/>
    public override bool CanConvert(Type typeToConvert) => typeToConvert == typeof(T) && default(T) is IJsonText;

    /// <inheritdoc/>
    public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (default(T) as IJsonText)?.NewConverter();
}
