using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Text.Json;

/// <summary>Every exception of the converters, but for those of the reader.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void NoProperties(string parameter, Type type) =>
        throw new ArgumentException(
            $"No property of {type} is named. For all of them, add the converter to JsonSerializerOptions.Converters.",
            parameter);

    [DoesNotReturn]
    public static JsonPropertyInfo NoSuchProperty(string parameter, string name, JsonTypeInfo type) =>
        throw new ArgumentException(
            $"{type.Type} has no property '{name}'. It has "
            + $"{string.Join(", ", type.Properties.Select(property => property.Name))}.",
            parameter);

    [DoesNotReturn]
    public static void OtherType(string parameter, string name, JsonTypeInfo type, JsonPropertyInfo property, JsonConverter converter) =>
        throw new ArgumentException(
            $"Property '{name}' of {type.Type} is of type {property.PropertyType}, which {converter.GetType().Name} does not convert.",
            parameter);
}
