using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Tool.Measuring;

/// <summary>
/// How the tool and a child process that weighs one contender understand each other: the command line names the contender, the
/// corpus goes to standard input in the form of <see cref="Input.TextCorpusPipe"/>, and the measurement comes back as a line of
/// JSON.
/// </summary>
internal static partial class HoldProtocol
{
    /// <summary>The command that a child is started with.</summary>
    public const string Command = "hold";

    /// <summary>How the answer is read.</summary>
    public static JsonTypeInfo<HoldMeasurement> AnswerType => HoldJson.Default.HoldMeasurement;

    /// <summary>The arguments of a child.</summary>
    public static IReadOnlyList<string> Arguments(string section, string step, string contender) =>
        [Command, section, step, contender];

    /// <summary>The answer of a child.</summary>
    public static string Answer(HoldMeasurement measurement) => JsonSerializer.Serialize(measurement, AnswerType);

    [JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
    [JsonSerializable(typeof(HoldMeasurement))]
    private sealed partial class HoldJson : JsonSerializerContext;
}
