using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Tool.Measuring;

/// <summary>
/// The protocol between the tool and its child processes: the command line names what to measure, the corpus goes to
/// standard input in the form of <see cref="Input.TextCorpusPipe"/>, and the result returns as a line of JSON.
/// </summary>
internal static partial class HoldProtocol
{
    /// <summary>The command of a child that measures the memory of one contender.</summary>
    public const string Command = "hold";

    /// <summary>The command of a child that times a section.</summary>
    public const string TimeCommand = "time";

    /// <summary>Deserializes the result of a child that measures memory.</summary>
    public static JsonTypeInfo<HoldMeasurement> AnswerType => HoldJson.Default.HoldMeasurement;

    /// <summary>Deserializes the result of a child that measures time.</summary>
    public static JsonTypeInfo<TimedSection> TimedType => HoldJson.Default.TimedSection;

    /// <summary>The arguments of a child that measures memory.</summary>
    /// <param name="section">The section of the step.</param>
    /// <param name="step">The step.</param>
    /// <param name="contender">The contender.</param>
    /// <param name="longestSlot">The maximum time slot of a contender.</param>
    public static IReadOnlyList<string> Arguments(string section, string step, string contender, TimeSpan longestSlot) =>
        [Command, section, step, contender, longestSlot.Ticks.ToString(CultureInfo.InvariantCulture)];

    /// <summary>The arguments of a child that measures time.</summary>
    /// <param name="section">The section to time.</param>
    /// <param name="longestSlot">The maximum time slot of a contender.</param>
    public static IReadOnlyList<string> TimeArguments(string section, TimeSpan longestSlot) =>
        [TimeCommand, section, longestSlot.Ticks.ToString(CultureInfo.InvariantCulture)];

    /// <summary>The result of a child that measures memory.</summary>
    public static string Answer(HoldMeasurement measurement) => JsonSerializer.Serialize(measurement, AnswerType);

    /// <summary>The result of a child that measures time.</summary>
    public static string Answer(TimedSection section) => JsonSerializer.Serialize(section, TimedType);

    [JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
    [JsonSerializable(typeof(HoldMeasurement))]
    [JsonSerializable(typeof(TimedSection))]
    private sealed partial class HoldJson : JsonSerializerContext;
}
