using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>
/// The answer to whether Cenote would help: how to hold the strings of the file, what that saves and what it costs.
/// </summary>
/// <param name="Kind">The verdict in a word.</param>
/// <param name="Recommends">How to hold them: the name of a contender of the step that holds all.</param>
/// <param name="Verdict">The verdict in a sentence.</param>
/// <param name="Saves">
/// What it saves, in a sentence; for plain strings, the saving of the alternative that the verdict names. Null if there
/// is nothing to say.
/// </param>
/// <param name="Costs">What it costs, in a sentence; for plain strings, the cost of that alternative. Null if there is none.</param>
/// <param name="BytesBefore">The memory of all strings of the file as plain strings, in bytes.</param>
/// <param name="BytesAfter">Their memory as recommended, in bytes.</param>
/// <param name="BuildMillisecondsBefore">Building all strings of the file once as plain strings.</param>
/// <param name="BuildMillisecondsAfter">Building them once as recommended.</param>
/// <param name="PauseMillisecondsBefore">The longest pause with everything live, with the collector of the process.</param>
/// <param name="PauseMillisecondsAfter">The same as recommended.</param>
internal sealed record Answer(
    AnswerKind Kind,
    string Recommends,
    string Verdict,
    string? Saves,
    string? Costs,
    long BytesBefore,
    long BytesAfter,
    double BuildMillisecondsBefore,
    double BuildMillisecondsAfter,
    double PauseMillisecondsBefore,
    double PauseMillisecondsAfter)
{
    /// <summary>
    /// The number of reads per string that uses up the saved build time; null if reads cost nothing more, or
    /// building saves nothing.
    /// </summary>
    public double? BreakEvenReads { get; init; }

    /// <summary>Caveats of the verdict, one sentence each: a sample was measured, the machine was busy.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What the verdict rests on; null for plain strings.</summary>
    public EffectKind? Gain { get; init; }

    /// <summary>
    /// The memory that the slower alternative of the verdict saves and the time it costs, such as "89 % less memory, 3.46 ms longer to
    /// build"; null if it saves less than a third, or if the verdict names none.
    /// </summary>
    public string? TradeOff { get; init; }

    /// <summary>The line of code before and after; null for plain strings.</summary>
    [JsonIgnore]
    public Snippet? Snippet => Kind == AnswerKind.Use ? Snippets.Of(Recommends) : null;

    /// <summary>Whether both show the same text.</summary>
    public bool SaysTheSame(Answer other) => (Verdict, Saves, Costs) == (other.Verdict, other.Saves, other.Costs);
}
