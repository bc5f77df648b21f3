using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Formatting;

/// <summary>A handle whose text can be written as JSON.</summary>
internal interface IJsonText
{
    /// <summary>How to read one from JSON, for the message of the exception.</summary>
    string HowToRead { get; }

    /// <summary>Writes the text as a value, or as the name of a property.</summary>
    void WriteTo(Utf8JsonWriter writer, bool isName);

    /// <summary>A converter for handles of this type.</summary>
    JsonConverter NewConverter();
}
