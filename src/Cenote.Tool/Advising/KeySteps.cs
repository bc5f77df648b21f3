using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>The three steps that decide between dictionaries.</summary>
internal sealed record KeySteps(StepResult Build, StepResult Hits, StepResult Misses)
{
    /// <summary>The name of the hits step.</summary>
    public const string Finding = "hits";

    /// <summary>The name of the building step.</summary>
    public const string Building = "building";

    private readonly (string Name, StepResult Step)[] _all = [(Finding, Hits), ("misses", Misses), (Building, Build)];

    /// <summary>Whether a contender has this verdict in some step.</summary>
    public bool IsAnywhere(string name, Verdict verdict) => At(name, verdict).Length > 0;

    /// <summary>Whether a contender counts as slower in some step although the difference is within the noise.</summary>
    public bool IsNoise(string name) =>
        Array.Exists(_all, step => !Rules.IsFree(step.Step.Timing[name]) && step.Step.Timing[name].Verdict == Verdict.TooCloseToCall);

    /// <summary>The names of the steps in which a contender has this verdict.</summary>
    public string[] At(string name, Verdict verdict) =>
        [.. _all.Where(entry => VerdictOf(entry.Step, name) == verdict).Select(entry => entry.Name)];

    // A program may look up by string or by span, so a winner has to beat both.
    private static Verdict VerdictOf(StepResult step, string name)
    {
        RivalResult rival = step.Timing[name];
        RivalResult[] spans = step.Among([CollectionsSection.ManagedSpan]);
        if (!Rules.IsFree(rival) || spans.Any(span => span.IsFasterThan(rival)))
        {
            return Verdict.Slower;
        }

        return rival.Verdict == Verdict.Faster && spans.All(rival.IsFasterThan) ? Verdict.Faster : Verdict.TooCloseToCall;
    }
}
