using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>
/// The answer to whether Cenote would help: how to hold the strings of the file, what that saves and what it costs.
/// </summary>
/// <param name="Kind">The verdict in a word.</param>
/// <param name="Recommends">How to hold them: the name of a contender of the step that holds all.</param>
/// <param name="Verdict">The verdict in a sentence.</param>
/// <param name="Saves">
/// What it saves, in a sentence; of plain strings, what something would save for those to whom that matters more. Null if there
/// is nothing to say.
/// </param>
/// <param name="Costs">What it costs, in a sentence; of plain strings, what that would cost. Null for nothing that counts.</param>
/// <param name="BytesBefore">What all strings of the file take as a program has them, in bytes.</param>
/// <param name="BytesAfter">What they take as it is recommended, in bytes.</param>
/// <param name="BuildMillisecondsBefore">Building once as a program does it, for all strings of the file.</param>
/// <param name="BuildMillisecondsAfter">Building once as it is recommended.</param>
/// <param name="PauseMillisecondsBefore">The longest pause with everything live, with the collector of the process.</param>
/// <param name="PauseMillisecondsAfter">The same as it is recommended.</param>
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
    /// How often each string may be read until reading has used up what building saves; null if reading costs nothing more, or
    /// building saves nothing.
    /// </summary>
    public double? BreakEvenReads { get; init; }

    /// <summary>Caveats of the verdict, one sentence each: a sample was measured, the machine was busy.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What the verdict rests on; null for plain strings.</summary>
    public EffectKind? Gain { get; init; }

    /// <summary>The line of code before and after; null for plain strings.</summary>
    [JsonIgnore]
    public Snippet? Snippet => Kind == AnswerKind.Use ? Snippets.Of(Recommends) : null;

    /// <summary>Whether a reader who has seen one of them learns nothing from the other.</summary>
    public bool SaysTheSame(Answer other) => (Verdict, Saves, Costs) == (other.Verdict, other.Saves, other.Costs);
}
