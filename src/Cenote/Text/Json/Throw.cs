using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Text.Json;

/// <summary>Throw helpers for JSON converters, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static PooledStringScope NoScope() =>
        throw new NotSupportedException(
            "JsonConverters.InPool reads only within a scope, which frees the strings of a failed document. Write "
            + "'using var scope = converter.BeginScope();' before the call that reads, and 'scope.Keep();' after it.");

    [DoesNotReturn]
    public static PooledStringScope HasNoScope(string parameter, JsonConverter converter) =>
        throw new ArgumentException(
            $"Only a converter of JsonConverters.InPool has scopes, but this one is {converter.GetType()}.", parameter);

    [DoesNotReturn]
    public static void PropertiesMayRepeat() =>
        throw new NotSupportedException(
            "JsonConverters.InPool does not read if duplicate properties are allowed, because the strings that are "
            + "replaced could not be freed. Set JsonSerializerOptions.AllowDuplicateProperties to false.");

    [DoesNotReturn]
    public static void HasConverter(string parameter, string name, JsonTypeInfo type, JsonConverter own) =>
        throw new ArgumentException(
            $"Property '{name}' of {type.Type} already has a converter, {own.GetType()}, and can have only one. Do not name "
            + "the property here, or remove that converter from it or from the options.",
            parameter);

    [DoesNotReturn]
    public static void NoProperties(string parameter, Type type) =>
        throw new ArgumentException(
            $"No property of {type} was named. To convert all properties, add the converter to JsonSerializerOptions.Converters.",
            parameter);

    [DoesNotReturn]
    public static void NoSuchProperty(string parameter, string name, JsonTypeInfo type) =>
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
