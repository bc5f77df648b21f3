using System.Reflection;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Text.Json;

/// <summary>Gives a converter to some properties of a type only.</summary>
/// <example>
/// The states repeat, the names do not:
/// <code>
/// using System.Text.Json;
/// using System.Text.Json.Serialization.Metadata;
///
/// var interner = new StringInterner();
/// var options = new JsonSerializerOptions
/// {
///     TypeInfoResolver = new DefaultJsonTypeInfoResolver
///     {
///         Modifiers = { new InterningStringConverter(interner).For&lt;City>(nameof(City.State)) },
///     },
/// };
/// _ = JsonSerializer.Deserialize&lt;City>("""{"Name":"Valladolid","State":"Yucatán"}""", options);
/// Console.WriteLine(interner.Count);   // prints 1
///
/// record City(string Name, string State);
/// </code>
/// </example>
public static class JsonConverterExtensions
{
    /// <summary>
    /// What to add to <see cref="DefaultJsonTypeInfoResolver.Modifiers"/>, or to pass to
    /// <see cref="JsonTypeInfoResolver.WithAddedModifier"/>, so that the converter reads and writes these properties.
    /// </summary>
    /// <typeparam name="T">The type whose properties they are.</typeparam>
    /// <param name="converter">The converter, of a type that each of the properties has.</param>
    /// <param name="properties">The properties or fields, by their name in C#, or by that in JSON.</param>
    /// <returns>
    /// The modifier. When the type is first used, it throws an <see cref="ArgumentException"/> that lists the properties if one
    /// is missing, or names the one that is of a type which the converter is not for.
    /// </returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">No property is named.</exception>
    public static Action<JsonTypeInfo> For<T>(this JsonConverter converter, params string[] properties)
    {
        ArgumentNullException.ThrowIfNull(converter);
        ArgumentNullException.ThrowIfNull(properties);
        if (properties.Length == 0)
        {
            Throw.NoProperties(nameof(properties), typeof(T));
        }

        string[] names = [.. properties];
        return type =>
        {
            if (type.Type == typeof(T))
            {
                foreach (string name in names)
                {
                    JsonPropertyInfo property = PropertyOf(type, name);
                    Type? underlying = Nullable.GetUnderlyingType(property.PropertyType);
                    if (!converter.CanConvert(property.PropertyType) && (underlying is null || !converter.CanConvert(underlying)))
                    {
                        Throw.OtherType(nameof(name), name, type, property, converter);
                    }

                    property.CustomConverter = underlying is null
                        ? converter
                        : (converter as IValueConverter)?.OrNull() ?? converter;
                }
            }
        };
    }

    private static JsonPropertyInfo PropertyOf(JsonTypeInfo type, string name) =>
        type.Properties.FirstOrDefault(property => property.AttributeProvider is MemberInfo member && member.Name == name)
        ?? type.Properties.FirstOrDefault(property => property.Name == name)
        ?? Throw.NoSuchProperty(nameof(name), name, type);
}
