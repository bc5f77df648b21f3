using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Results;

/// <summary>The results of <c>cenote measure</c>: the content of a JSON report, which docs/tool-json.md describes.</summary>
/// <param name="Schema">The version of this format: raised when something is renamed, removed or changes its meaning.</param>
/// <param name="Tool">The version of the tool.</param>
/// <param name="Command">
/// The command line that repeats the run, without folders and report files.
/// </param>
/// <param name="Machine">The machine and the date.</param>
/// <param name="Input">The source of the strings.</param>
/// <param name="Rounds">The maximum number of timed rounds of any step, each in a separate process.</param>
/// <param name="Profile">The profile of the strings.</param>
/// <param name="Sections">The results of all sections.</param>
/// <param name="Advice">The recommendations.</param>
internal sealed record MeasureReport(
    int Schema,
    string Tool,
    string Command,
    MachineInfo Machine,
    InputDescription Input,
    int Rounds,
    CorpusProfile Profile,
    IReadOnlyList<SectionResult> Sections,
    IReadOnlyList<AdviceItem> Advice)
{
    public const int CurrentSchema = 3;

    /// <summary>The verdict on the file; null if how to hold its strings was not measured.</summary>
    public Answer? Answer { get; init; }

    /// <summary>False if the run was stopped before everything was measured.</summary>
    public bool IsComplete { get; init; } = true;
}
