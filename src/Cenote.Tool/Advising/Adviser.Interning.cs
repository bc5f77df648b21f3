using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Interning: whether one string for each distinct text pays, and who should give it out.</content>
internal static partial class Adviser
{
    private static readonly string[] s_managedInterners = [InterningSection.Set, InterningSection.Concurrent];
    private static readonly string[] s_interners = [InterningSection.Exact, .. s_managedInterners];
    private static readonly string[] s_keepingInterners = [InterningSection.Runtime, .. s_interners];

    /// <summary>
    /// Intern: if that saves a tenth of the memory at least. An interner is recommended if it beats what the framework has in one pass and loses in
    /// none, what the framework has if that is the other way round, and nothing that is slower than new strings.
    /// </summary>
    public static AdviceItem Interner(CorpusProfile profile, StepResult first, StepResult second)
    {
        const string Topic = "Interning";
        InternPasses passes = new(first, second);
        string[] lean = [.. s_interners.Where(name => MemoryRatio(first, name) <= 1 - NotableMemory)];
        if (lean.Length == 0)
        {
            return PlainStrings(Topic, profile, passes);
        }

        string[] managed = [.. lean.Where(s_managedInterners.Contains)];
        return (lean.Contains(InterningSection.Exact), passes.Compare(InterningSection.Exact, managed)) switch
        {
            (true, (true, false)) => Recommend(InterningSection.Exact),
            (true, (true, true)) => Undecided($"With what depends: {passes.Compared(InterningSection.Exact, managed)}."),
            (true, (false, false)) => Undecided("With what is too close to call."),
            _ => Recommend(passes.Fastest(managed)),
        };

        AdviceItem Recommend(string best) => new(
            Topic,
            passes.IsSlowerThanPlain(best) ? null : best,
            $"{Intern(best)} with a {best}{passes.Unsure(best)}: {passes.FiguresOf(best)}.{(best == InterningSection.Set ? passes.Shared() : string.Empty)}{passes.Forgetful()}");

        AdviceItem Undecided(string why) => new(
            Topic,
            null,
            $"{Intern(lean)}. {why} A {InterningSection.Exact}: {passes.FiguresOf(InterningSection.Exact)}.{passes.Shared()}{passes.Forgetful()}");

        string Intern(params string[] names) => names.All(passes.IsSlowerThanPlain)
            ? $"Only if memory matters more than time, intern these strings ({Repeats(profile)})"
            : $"Intern these strings ({Repeats(profile)})";
    }

    /// <summary>
    /// Numbers in place of strings: if that is no slower than new strings and takes a tenth less memory than whatever else is no slower.
    /// </summary>
    public static AdviceItem InternedIds(StepResult first, StepResult second)
    {
        const string Topic = "Interned ids";
        InternPasses passes = new(first, second);
        RivalResult plain = first.Timing.Rivals[0];
        RivalResult table = first.Timing[InterningSection.Table];
        RivalResult leanest = Leanest(
            first, s_interners.Where(name => !passes.IsSlowerThanPlain(name)).Select(name => first.Timing[name]).Append(plain))!;
        string than = leanest == plain ? string.Empty : $", and {SizeOf(first, leanest)} with {leanest.Name}";
        string figures = $"{MemoryAgainst(first, table.Name)}{than}; {passes.AgainstPlain(table.Name)}; a full collection with "
            + $"everything live takes {PauseOf(Memory(first, table.Name))} against {PauseOf(Memory(first, plain.Name))}";
        if (passes.IsSlowerThanPlain(table.Name))
        {
            return new AdviceItem(Topic, null, $"Numbers in place of strings cost time here: with a {table.Name}, {figures}.");
        }

        return BytesOf(first, table) <= (1 - NotableMemory) * BytesOf(first, leanest)
            ? new AdviceItem(Topic, table.Name, $"If records can hold a number in place of a string, get it from a {table.Name}{passes.Unsure(table.Name)}: {figures}.")
            : new AdviceItem(Topic, null, $"Numbers in place of strings save no memory to speak of: with a {table.Name}, {figures}.");
    }

    private static AdviceItem PlainStrings(string topic, CorpusProfile profile, InternPasses passes)
    {
        string figures = $"with a {InterningSection.Exact}, {passes.FiguresOf(InterningSection.Exact)}";
        return passes.IsSlowerThanPlain(InterningSection.Exact)
            ? new AdviceItem(
                topic,
                InterningSection.Plain,
                $"Plain strings are right here ({Repeats(profile)}). Interning costs time and saves no memory to speak of: {figures}.")
            : new AdviceItem(
                topic,
                null,
                $"Interning saves no memory to speak of here ({Repeats(profile)}){passes.Unsure(InterningSection.Exact)}: {figures}.");
    }

    private static string Repeats(CorpusProfile profile) =>
        $"{Units.Percent(1 - ((double)profile.DistinctCount / profile.Count))} repeat an earlier one";

    /// <summary>The two passes that interners are judged by.</summary>
    private sealed record InternPasses(StepResult First, StepResult Second)
    {
        private (string Name, StepResult Step)[] All { get; } = [("the first pass", First), ("the second pass", Second)];

        public bool IsSlowerThanPlain(string name) => All.Any(pass => pass.Step.Timing[name].Verdict == Verdict.Slower);

        /// <summary>It is said when no pass tells one from new strings.</summary>
        public string Unsure(string name) => All.All(pass => pass.Step.Timing[name].Verdict == Verdict.TooCloseToCall)
            ? "; the time is too close to call"
            : string.Empty;

        public string Fastest(string[] names) => names.MinBy(name => All.Sum(pass => pass.Step.Timing[name].Ratio.Median))!;

        /// <summary>Whether one is faster than all others in some pass, and slower than one of them in some pass.</summary>
        public (bool IsFaster, bool IsSlower) Compare(string name, string[] others) =>
            (FasterIn(name, others).Length > 0, SlowerIn(name, others).Length > 0);

        public string Compared(string name, string[] others) =>
            $"a {name} is faster in {string.Join(" and ", FasterIn(name, others))} and slower in {string.Join(" and ", SlowerIn(name, others))}";

        public string AgainstPlain(string name) => string.Join("; ", All.Select(pass => AgainstPlain(pass.Name, pass.Step, name)));

        public string FiguresOf(string name) =>
            $"{MemoryAgainst(First, name)}; "
            + string.Join("; ", All.Select(pass => $"{AgainstPlain(pass.Name, pass.Step, name)}{Others(pass.Step, name)}"));

        /// <summary>What is best where a set cannot be: it is not safe for more than one thread.</summary>
        public string Shared() => Compare(InterningSection.Exact, [InterningSection.Concurrent]) is (true, false)
            ? $" If threads share them, a {InterningSection.Set} is no choice, and a {InterningSection.Exact} is faster than a {InterningSection.Concurrent}."
            : string.Empty;

        /// <summary>What those take that do not keep everything.</summary>
        public string Forgetful() =>
            $" A {InterningSection.Bounded} takes {TimesOf(InterningSection.Bounded)}; a {InterningSection.Weak} {TimesOf(InterningSection.Weak)}.";

        private string TimesOf(string name) =>
            $"{TimeOf(First.Timing[name])} and {TimeOf(Second.Timing[name])}, {SizeOf(First, First.Timing[name])}";

        private static string AgainstPlain(string pass, StepResult step, string name) =>
            $"{pass} takes {TimeAgainst(step.Timing[name], step.Timing.Rivals[0])}";

        private static string Others(StepResult step, string name) => string.Concat(
            step.Timing.Rivals
                .Where(rival => rival.Name != name && s_keepingInterners.Contains(rival.Name))
                .Select(rival => $", {TimeOf(rival)} with {rival.Name}"));

        private string[] FasterIn(string name, string[] others) =>
            [.. All.Where(pass => others.All(other => IsFaster(pass.Step.Timing[name], pass.Step.Timing[other]))).Select(pass => pass.Name)];

        private string[] SlowerIn(string name, string[] others) =>
            [.. All.Where(pass => others.Any(other => IsFaster(pass.Step.Timing[other], pass.Step.Timing[name]))).Select(pass => pass.Name)];
    }
}
