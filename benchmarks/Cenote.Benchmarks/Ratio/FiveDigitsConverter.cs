using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Ratio;

/// <summary>
/// Writes numbers with five significant digits, more than any measurement needs, to keep committed results small.
/// </summary>
internal sealed class FiveDigitsConverter : JsonConverter<double>
{
    /// <inheritdoc/>
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(double.Parse(value.ToString("G5", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture));
}
