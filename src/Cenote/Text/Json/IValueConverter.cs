using System.Text.Json.Serialization;

namespace Cenote.Text.Json;

/// <summary>A converter of a value type, which the serializer does not take for properties that may be null.</summary>
internal interface IValueConverter
{
    /// <summary>The same for those, one instance.</summary>
    JsonConverter OrNull { get; }
}
