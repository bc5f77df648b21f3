using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Formatting;

/// <summary>A handle whose text can be written as JSON.</summary>
internal interface IJsonText
{
    /// <summary>Advice for the exception message: how to read this type from JSON.</summary>
    string HowToRead { get; }

    /// <summary>Writes the text as a string value or a property name.</summary>
    void WriteTo(Utf8JsonWriter writer, bool isName);

    /// <summary>Creates a converter for this handle type.</summary>
    JsonConverter NewConverter();
}
