using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Formatting;

/// <summary>
/// Writes the text of a handle as a JSON string or property name, without a managed string. <see cref="JsonSerializer"/> finds
/// it by itself.
/// </summary>
/// <typeparam name="T">The handle of a pool, or the value of an arena.</typeparam>
/// <remarks>
/// Reading throws a <see cref="NotSupportedException"/> that says what to do, because a converter does not know the pool or the
/// arena of the text. Stale handles throw as their <c>AsSpan</c> does.
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
