using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Interning: whether one instance per distinct string pays off, and with which interner.</content>
internal static partial class Adviser
{
    private static readonly string[] s_keepingInterners =
        [InterningSection.Runtime, InterningSection.Exact, InterningSection.Set, InterningSection.Concurrent];

    /// <summary>Advice on interning the strings.</summary>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="first">The pass that starts with an empty interner.</param>
    /// <param name="second">The pass that finds every string.</param>
    /// <param name="hold">The step that holds all strings; null if it was not measured.</param>
    public static AdviceItem Interner(CorpusProfile profile, StepResult first, StepResult second, StepResult? hold = null)
    {
        InternPasses passes = new(first, second, profile);
        Decision decision = Rules.Interner(passes, profile, hold);
        Name interner = new(decision.Conclusion == Stay ? decision.Other! : decision.About!);
        string repeats = $"({Units.Percent(profile.RepeatedStrings())} repeat an earlier one)";
        Wording figures = InternerFigures(passes.WithMemoryOf(hold, interner.Text), interner.Text);
        string unsure = Unsure(passes, interner.Text);
        bool mayBeShared = interner.Text == InterningSection.Set || decision.Conclusion is Depends or TooCloseToCall;
        Wording[] remarks = [.. Built(), .. mayBeShared ? ForThreads(passes) : [], Forgetful(passes)];
        return AdviceItem.Of("Interning", decision, decision.Conclusion switch
        {
            Use or UseForMemory =>
                new($"{Intern()} {repeats} with a {interner}{unsure}", figures) { Remarks = remarks },
            CostsTime => new($"Only if memory matters more than time, intern these strings {repeats} with a {interner}", figures)
            {
                Remarks = remarks,
            },
            Depends => new($"{Undecided()}", figures)
            {
                Subject = $"The best interner depends on the pass: {Compared(new(InterningSection.Exact))}. With a {interner}",
                Remarks = remarks,
            },
            TooCloseToCall when decision.Other == InterningSection.Plain => new(
                $"Whether it costs time to intern these strings {repeats} is too close to call", figures)
            {
                Subject = $"With a {interner}",
                Remarks = remarks,
            },
            TooCloseToCall => new($"{Undecided()}; which interner is best is too close to call", figures)
            {
                Subject = $"With a {interner}",
                Remarks = remarks,
            },
            Stay => new($"{Stayed()} {repeats}", $"with a {interner}, {figures}")
            {
                Subject = $"Interning costs time and saves almost no memory",
            },
            _ => new($"Interning saves almost no memory here {repeats}{unsure}", $"with a {interner}, {figures}"),
        });

        // If a pool is better, interning is the second choice.
        string Intern() => IsHeldByPool() ? "If these strings must stay managed, intern them" : "Intern these strings";

        string Stayed() => IsHeldByPool() ? "No interner pays off here" : "Plain strings are right here";

        bool IsHeldByPool() => hold is not null && Rules.Hold(hold, profile, passes).Recommends is string holder
            && !Rules.SharesStrings(holder) && holder != hold.Baseline().Name;

        string Undecided() => passes.IsAnywhere(interner.Text, Verdict.Slower)
            ? $"Only if memory matters more than time, intern these strings {repeats}"
            : $"{Intern()} {repeats}";

        Wording[] Built() => decision.Conclusion == CostsTime && Rules.HolderOf(interner.Text) is string holder
            && hold?.Among([holder]) is [var fresh]
            ? [$"Building once in a new process takes {TimeAgainst(fresh, hold.Baseline())}"]
            : [];

        Wording Compared(Name exact)
        {
            string[] others = [.. Rules.LeanInterners(passes).Where(name => name != exact.Text)];
            string faster = Joined(passes.FasterIn(exact.Text, others));
            string slower = Joined(passes.SlowerIn(exact.Text, others));
            return $"a {exact} is faster in {faster} and slower in {slower}";
        }
    }

    /// <summary>Advice on storing ids instead of strings.</summary>
    public static AdviceItem InternedIds(CorpusProfile profile, StepResult first, StepResult second, StepResult? hold = null)
    {
        InternPasses passes = new(first, second, profile);
        Decision decision = Rules.InternedIds(passes, hold);
        Name table = new(decision.About!);
        string plain = first.Baseline().Name;
        Wording times = Wording.Join("; ", passes.All.Select(pass => AgainstPlain(pass.Name, pass.Step, table.Text)));
        Wording figures = $"{MemoryAgainst(first, table.Text, profile)}{Than()}; {times}; {Pause()}";
        return AdviceItem.Of("Interned ids", decision, decision.Conclusion switch
        {
            UseForMemory => new(
                $"If records can hold a number instead of a string, get it from a {table}{Unsure(passes, table.Text)}", figures),
            CostsTime => new($"Numbers instead of strings cost time here", $"with a {table}, {figures}") { Remarks = Built() },
            _ when decision.Other == plain =>
                new($"Numbers instead of strings save almost no memory", $"with a {table}, {figures}"),
            _ => new(
                $"Numbers instead of strings save almost no memory beyond {new Name(decision.Other!)}",
                $"{SizeOf(first, table.Text, profile)} with a {table}{Against(decision.Other!)}, {SizeOf(first, plain, profile)} with {new Name(plain)}; "
                + $"{times}; {Pause()}"),
        });

        Wording[] Built() => hold?.Among([StringsSection.TableArray]) is [var fresh] && !Rules.IsFree(fresh)
    ? [$"Building once in a new process takes {TimeAgainst(fresh, hold.Baseline())}"]
    : [];

        Wording Pause() => $"the longest pause with everything live is {PauseOf(first, table.Text)} against {PauseOf(first, plain)}";

        Wording Than() => decision.Other == plain ? Wording.None : And(new Name(decision.Other!));

        Wording Against(string other) => $" against {SizeOf(first, other, profile)} with {new Name(other)}";

        Wording And(Name other) => $", and {SizeOf(first, other.Text, profile)} with {other}";
    }

    private static Wording InternerFigures(InternPasses passes, string name)
    {
        Wording times = Wording.Join("; ", passes.All.Select(pass => PassFigures(pass.Name, pass.Step, name)));
        return $"{MemoryAgainst(passes.First, name, passes.Profile)}; {times}";
    }

    private static Wording PassFigures(string pass, StepResult step, string name)
    {
        RivalResult[] others =
        [
            .. step.Timing.Rivals.Where(rival => rival.Name != name && s_keepingInterners.Contains(rival.Name)),
        ];
        return Wording.Join(", ", [AgainstPlain(pass, step, name), .. others.Select(TimeWith)]);
    }

    private static Wording AgainstPlain(string pass, StepResult step, string name) =>
        $"{pass} takes {TimeAgainst(step.Timing[name], step.Baseline())}";

    private static Wording TimeWith(RivalResult rival) => $"{TimeOf(rival)} with {rival}";

    // Empty if the interner is faster or slower than new strings in some pass, beyond the noise.
    private static string Unsure(InternPasses passes, string name) =>
        passes.IsAnywhere(name, Verdict.Faster) || passes.IsAnywhere(name, Verdict.Slower)
            ? string.Empty
            : "; the time is too close to call";

    // Names the best thread-safe choice, because a set is not thread-safe.
    private static Wording[] ForThreads(InternPasses passes) => Rules.IsInternerForThreads(passes)
        ?
        [
            $"A {new Name(InterningSection.Set)} is not thread-safe; if threads share the interner, "
            + $"a {new Name(InterningSection.Exact)} is faster than a {new Name(InterningSection.Concurrent)}",
        ]
        : [];

    // Names the interners that do not keep every string.
    private static Wording Forgetful(InternPasses passes)
    {
        Name bounded = new(InterningSection.Bounded);
        Name weak = new(InterningSection.Weak);
        return $"A {bounded} takes {TimesOf(bounded)}; a {weak} {TimesOf(weak)}";

        string TimesOf(Name name) => $"{TimeOf(passes.First.Timing[name.Text])} and {TimeOf(passes.Second.Timing[name.Text])}, "
            + SizeOf(passes.First, name.Text, passes.Profile);
    }
}
