using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>The two passes that decide between interners.</summary>
/// <param name="First">The pass that starts with an empty interner; it contains the memory of each interner.</param>
/// <param name="Second">The pass that finds every string.</param>
/// <param name="Profile">The profile of the strings.</param>
internal sealed record InternPasses(StepResult First, StepResult Second, CorpusProfile Profile)
{
    /// <summary>Both passes with their names.</summary>
    public IReadOnlyList<(string Name, StepResult Step)> All => [("the first pass", First), ("the second pass", Second)];

    /// <summary>Whether an interner takes notably less memory for all strings of the file than new strings.</summary>
    public bool IsLean(string name) => First.IsLeaner(name, InterningSection.Plain, Profile);

    /// <summary>Whether an interner has this verdict against new strings in some pass.</summary>
    public bool IsAnywhere(string name, Verdict verdict) => All.Any(pass => pass.Step.Timing[name].Verdict == verdict);

    /// <summary>Whether no pass is slower than new strings beyond the noise, or more than 25 % slower within it.</summary>
    public bool IsFree(string name) => All.All(pass => Rules.IsFree(pass.Step.Timing[name]));

    /// <summary>The upper end of an interner's interval relative to new strings, in the pass where it is higher.</summary>
    public double LargestRatio(string name) => All.Max(pass => pass.Step.Timing[name].RatioInterval.Upper);

    /// <summary>The passes in which an interner is faster than all others.</summary>
    public string[] FasterIn(string name, string[] others) =>
        [.. All.Where(pass => others.All(other => IsFaster(pass.Step, name, other))).Select(pass => pass.Name)];

    /// <summary>The passes in which an interner is slower than one of the others.</summary>
    public string[] SlowerIn(string name, string[] others) =>
        [.. All.Where(pass => others.Any(other => IsFaster(pass.Step, other, name))).Select(pass => pass.Name)];

    /// <summary>Whether an interner is faster than another one in some pass and slower in none.</summary>
    public bool Beats(string name, string other) => FasterIn(name, [other]).Length > 0 && SlowerIn(name, [other]).Length == 0;

    /// <summary>
    /// The same passes, with memory and pauses from the holding step if it measured the interner, so that the advice on holding
    /// and on interning cites the same figures.
    /// </summary>
    /// <param name="hold">The step that holds all strings; null if it was not measured.</param>
    /// <param name="interner">The interner.</param>
    public InternPasses WithMemoryOf(StepResult? hold, string interner) =>
        hold is null || Rules.HolderOf(interner) is not string holder || !hold.IsWeighed(holder)
            ? this
            : this with { First = First with { Strings = hold.Strings, Memory = MemoryOf(hold) } };

    private HoldMeasurement[] MemoryOf(StepResult hold) =>
    [
        .. from name in First.Timing.Rivals.Names()
           let holder = name == InterningSection.Plain ? hold.Baseline().Name : Rules.HolderOf(name)
           where holder is not null && hold.IsWeighed(holder)
           select hold.MemoryOf(holder) with { Name = name },
    ];

    private static bool IsFaster(StepResult step, string name, string other) =>
        step.Timing[name].IsFasterThan(step.Timing[other]);
}
