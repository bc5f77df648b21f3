using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Interning: whether one string for each distinct text pays, and who should give it out.</content>
internal static partial class Adviser
{
    private static readonly string[] s_keepingInterners =
        [InterningSection.Runtime, InterningSection.Exact, InterningSection.Set, InterningSection.Concurrent];

    /// <summary>Intern strings.</summary>
    public static AdviceItem Interner(CorpusProfile profile, StepResult first, StepResult second)
    {
        InternPasses passes = new(first, second);
        Decision decision = Rules.Interner(passes);
        string name = decision.Conclusion == Stay ? decision.Other! : decision.About!;
        string repeats = $"({Units.Percent(1 - ((double)profile.DistinctCount / profile.Count))} repeat an earlier one)";
        string figures = InternerFigures(passes, name);
        string unsure = Unsure(passes, name);
        string shared = name == InterningSection.Set || decision.Conclusion is Depends or TooCloseToCall ? ForThreads(passes) : string.Empty;
        return Item("Interning", decision, decision.Conclusion switch
        {
            Use or UseForMemory => $"Intern these strings {repeats} with a {name}{unsure}: {figures}.{shared}{Forgetful(passes)}",
            CostsTime => $"Only if memory matters more than time, intern these strings {repeats} with a {name}: {figures}.{shared}{Forgetful(passes)}",
            Depends => $"{Undecided()} With what depends: {Compared()}. A {name}: {figures}.{shared}{Forgetful(passes)}",
            TooCloseToCall when decision.Other == InterningSection.Plain =>
                $"Whether it costs time to intern these strings {repeats} is too close to call. A {name}: {figures}.{shared}{Forgetful(passes)}",
            TooCloseToCall => $"{Undecided()} With what is too close to call. A {name}: {figures}.{shared}{Forgetful(passes)}",
            Stay => $"Plain strings are right here {repeats}. Interning costs time and saves no memory to speak of: with a {name}, {figures}.",
            _ => $"Interning saves no memory to speak of here {repeats}{unsure}: with a {name}, {figures}.",
        });

        string Undecided() => Rules.LeanInterners(passes).All(interner => passes.IsAnywhere(interner, Verdict.Slower))
            ? $"Only if memory matters more than time, intern these strings {repeats}."
            : $"Intern these strings {repeats}.";

        string Compared()
        {
            string[] others = [.. Rules.LeanInterners(passes).Where(interner => interner != name)];
            return $"a {name} is faster in {Joined(passes.FasterIn(name, others))} and slower in {Joined(passes.SlowerIn(name, others))}";
        }
    }

    /// <summary>Numbers in place of strings.</summary>
    public static AdviceItem InternedIds(StepResult first, StepResult second)
    {
        InternPasses passes = new(first, second);
        Decision decision = Rules.InternedIds(passes);
        string table = decision.About!;
        string plain = first.Baseline().Name;
        string than = decision.Other == plain ? string.Empty : $", and {SizeOf(first, decision.Other!)} with {decision.Other}";
        string times = string.Join("; ", passes.All.Select(pass => AgainstPlain(pass.Name, pass.Step, table)));
        string figures = $"{MemoryAgainst(first, table)}{than}; {times}; a full collection with everything live takes {PauseOf(first, table)} "
            + $"against {PauseOf(first, plain)}";
        return Item("Interned ids", decision, decision.Conclusion switch
        {
            UseForMemory => $"If records can hold a number in place of a string, get it from a {table}{Unsure(passes, table)}: {figures}.",
            CostsTime => $"Numbers in place of strings cost time here: with a {table}, {figures}.",
            _ => $"Numbers in place of strings save no memory to speak of: with a {table}, {figures}.",
        });
    }

    private static string InternerFigures(InternPasses passes, string name) =>
        $"{MemoryAgainst(passes.First, name)}; "
        + string.Join("; ", passes.All.Select(pass => $"{AgainstPlain(pass.Name, pass.Step, name)}{OtherInterners(pass.Step, name)}"));

    private static string AgainstPlain(string pass, StepResult step, string name) =>
        $"{pass} takes {TimeAgainst(step.Timing[name], step.Baseline())}";

    private static string OtherInterners(StepResult step, string name) => string.Concat(
        step.Timing.Rivals
            .Where(rival => rival.Name != name && s_keepingInterners.Contains(rival.Name))
            .Select(rival => $", {TimeOf(rival)} with {rival.Name}"));

    // It is said when no pass tells it from new strings.
    private static string Unsure(InternPasses passes, string name) =>
        passes.IsAnywhere(name, Verdict.Faster) || passes.IsAnywhere(name, Verdict.Slower) ? string.Empty : "; the time is too close to call";

    // What is best where a set cannot be: it is not safe for more than one thread.
    private static string ForThreads(InternPasses passes) => Rules.IsInternerForThreads(passes)
        ? $" If threads share them, a {InterningSection.Set} is no choice, and a {InterningSection.Exact} is faster than a {InterningSection.Concurrent}."
        : string.Empty;

    // What those take that do not keep everything.
    private static string Forgetful(InternPasses passes)
    {
        return $" A {InterningSection.Bounded} takes {TimesOf(InterningSection.Bounded)}; a {InterningSection.Weak} {TimesOf(InterningSection.Weak)}.";

        string TimesOf(string name) => $"{TimeOf(passes.First.Timing[name])} and {TimeOf(passes.Second.Timing[name])}, {SizeOf(passes.First, name)}";
    }
}
