using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Text.Json;

/// <content>Converters for selected properties of a type.</content>
public static partial class JsonConverters
{
    /// <summary>Creates a modifier that applies the converter to selected properties of a type.</summary>
    /// <typeparam name="T">
    /// The type that declares the properties, or an interface. Derived types inherit the converter, unless they give the property
    /// another converter or type.
    /// </typeparam>
    /// <param name="converter">A converter for the type of these properties.</param>
    /// <param name="properties">The names of properties or fields, in C# or in JSON.</param>
    /// <returns>
    /// The modifier, for <see cref="DefaultJsonTypeInfoResolver.Modifiers"/> or
    /// <see cref="JsonTypeInfoResolver.WithAddedModifier"/>. When the type is first used, the modifier throws an
    /// <see cref="ArgumentException"/> if a property is missing, already has another converter, or has a type that the converter
    /// does not support. The message names the property; if the property is missing, the message lists all properties.
    /// </returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="properties"/> is empty.</exception>
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
            if (type.Type.IsAssignableTo(typeof(T)))
            {
                foreach (string name in names)
                {
                    Set(converter, type, name, isInherited: type.Type != typeof(T));
                }
            }
        };
    }

    // A derived type may hide or ignore the property, or give it another converter. None of these is an error.
    private static void Set(JsonConverter converter, JsonTypeInfo type, string name, bool isInherited)
    {
        JsonPropertyInfo? property = PropertyOf(type, name);
        if (property is null)
        {
            if (!isInherited)
            {
                Throw.NoSuchProperty(nameof(name), name, type);
            }

            return;
        }

        Type? underlying = Nullable.GetUnderlyingType(property.PropertyType);
        if (!converter.CanConvert(property.PropertyType) && (underlying is null || !converter.CanConvert(underlying)))
        {
            if (!isInherited)
            {
                Throw.OtherType(nameof(name), name, type, property, converter);
            }

            return;
        }

        JsonConverter given = underlying is null ? converter : (converter as IValueConverter)?.OrNull ?? converter;
        JsonConverter? own = property.CustomConverter
            ?? OtherConverterOf(type.Options, underlying ?? property.PropertyType, converter);
        if (own is null || own == given)
        {
            property.CustomConverter = given;
        }
        else if (!isInherited)
        {
            Throw.HasConverter(nameof(name), name, type, own);
        }
    }

    private static JsonPropertyInfo? PropertyOf(JsonTypeInfo type, string name) =>
        type.Properties.FirstOrDefault(property => property.AttributeProvider is MemberInfo member && member.Name == name)
        ?? type.Properties.FirstOrDefault(property => property.Name == name);

    // Ignores converters of the same class, which differ only in interner, table, pool or arena.
    private static JsonConverter? OtherConverterOf(JsonSerializerOptions options, Type type, JsonConverter given) =>
        options.Converters.FirstOrDefault(converter => converter.CanConvert(type)) is { } own && own.GetType() != given.GetType()
            ? own
            : null;
}
