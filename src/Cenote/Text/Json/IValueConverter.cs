using System.Text.Json.Serialization;

namespace Cenote.Text.Json;

/// <summary>A converter for a value type. For nullable properties, the serializer requires a separate converter.</summary>
internal interface IValueConverter
{
    /// <summary>The converter for nullable properties, always the same instance.</summary>
    JsonConverter OrNull { get; }
}
