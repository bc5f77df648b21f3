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

    /// <summary>How to read the answer of a child that measures memory.</summary>
    public static JsonTypeInfo<HoldMeasurement> AnswerType => HoldJson.Default.HoldMeasurement;

    /// <summary>How to read the answer of a child that times.</summary>
    public static JsonTypeInfo<TimedSection> TimedType => HoldJson.Default.TimedSection;

    /// <summary>The arguments of a child that measures memory.</summary>
    /// <param name="section">The section of the step.</param>
    /// <param name="step">What is built.</param>
    /// <param name="contender">The contender that builds it.</param>
    /// <param name="longestSlot">The maximum slot of a contender.</param>
    public static IReadOnlyList<string> Arguments(string section, string step, string contender, TimeSpan longestSlot) =>
        [Command, section, step, contender, longestSlot.Ticks.ToString(CultureInfo.InvariantCulture)];

    /// <summary>The arguments of a child that times.</summary>
    /// <param name="section">What to time.</param>
    /// <param name="longestSlot">The maximum slot of a contender.</param>
    public static IReadOnlyList<string> TimeArguments(string section, TimeSpan longestSlot) =>
        [TimeCommand, section, longestSlot.Ticks.ToString(CultureInfo.InvariantCulture)];

    /// <summary>The answer of a child that measures memory.</summary>
    public static string Answer(HoldMeasurement measurement) => JsonSerializer.Serialize(measurement, AnswerType);

    /// <summary>The answer of a child that times.</summary>
    public static string Answer(TimedSection section) => JsonSerializer.Serialize(section, TimedType);

    [JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
    [JsonSerializable(typeof(HoldMeasurement))]
    [JsonSerializable(typeof(TimedSection))]
    private sealed partial class HoldJson : JsonSerializerContext;
}
