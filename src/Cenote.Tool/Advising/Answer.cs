using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>
/// Whether Cenote would help: how to hold the strings of the file, what that saves, and what it costs.
/// </summary>
/// <param name="Kind">The verdict.</param>
/// <param name="Recommends">The recommended way to hold the strings: the name of a contender of the holding step.</param>
/// <param name="Verdict">The verdict in a sentence.</param>
/// <param name="Saves">
/// The savings, in a sentence; for plain strings, those of the alternative that the verdict names. Null if there are none.
/// </param>
/// <param name="Costs">The costs, in a sentence; for plain strings, those of that alternative. Null if there are none.</param>
/// <param name="BytesBefore">The memory of all strings of the file as plain strings, in bytes.</param>
/// <param name="BytesAfter">The memory of all strings of the file as recommended, in bytes.</param>
/// <param name="BuildMillisecondsBefore">The time to build all strings of the file once as plain strings.</param>
/// <param name="BuildMillisecondsAfter">The time to build all strings of the file once as recommended.</param>
/// <param name="PauseMillisecondsBefore">The longest pause with all plain strings live, in the GC mode of the process.</param>
/// <param name="PauseMillisecondsAfter">The longest pause with all strings live as recommended.</param>
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
    /// The number of reads per string after which slower reads cost more than the build saved; null if reads were not measured or
    /// are no slower, or the build is no faster.
    /// </summary>
    public double? BreakEvenReads { get; init; }

    /// <summary>Caveats of the verdict, one sentence each: a sample was measured, the machine was busy.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>The main gain of the recommendation; null for plain strings.</summary>
    public EffectKind? Gain { get; init; }

    /// <summary>
    /// The memory that the slower alternative of the verdict saves and the time it costs, such as "89 % less memory, 3.46 ms
    /// longer to build"; null if it saves less than a third, if its reads are slower, or if the verdict names none.
    /// </summary>
    public string? TradeOff { get; init; }

    /// <summary>
    /// The contender that a verdict for plain strings names instead, such as a way to share equal strings; null if it names none.
    /// </summary>
    public string? Alternative { get; init; }

    /// <summary>The line of code before and after; null for plain strings.</summary>
    [JsonIgnore]
    public Snippet? Snippet => Kind == AnswerKind.Use ? Snippets.Of(Recommends) : null;

    /// <summary>Whether two answers have the same text.</summary>
    public bool SaysTheSame(Answer other) => (Verdict, Saves, Costs) == (other.Verdict, other.Saves, other.Costs);
}
