using Cenote.Strings;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>The verdict on the whole file.</content>
internal static partial class Adviser
{
    private const string MemoryMatters = "memory matters more than time";

    // If times of the same work differ by this factor between processes, they reflect the load of the machine.
    private const double BusyScatter = 2;

    // A build that takes longer by more than this share and by at least a millisecond is reported, even within the noise.
    private const double NotableDelay = 1.0 / 8;

    // Builds that take fewer milliseconds than this vary by more than BusyScatter even on an idle machine.
    private const double LongBuild = 10;

    /// <summary>The verdict on how to hold the strings of the file; null if that was not measured.</summary>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="sections">The results of all sections.</param>
    public static Answer? Answer(CorpusProfile profile, IReadOnlyList<SectionResult> sections) =>
        StepOf(sections, StringsSection.SectionName, StringsSection.Hold) is StepResult hold
            ? Answer(
                profile,
                hold,
                StepOf(sections, StringsSection.SectionName, FreshBuilds.RandomReads),
                StepOf(sections, StringsSection.SectionName, FreshBuilds.HotReads),
                PassesOf(profile, sections))
            : null;

    /// <summary>Decides how to hold the strings of the file.</summary>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="hold">The step that holds all strings.</param>
    /// <param name="random">The step that reads strings in random order; null if it was not measured.</param>
    /// <param name="hot">The step that reads the same few strings repeatedly; null if it was not measured.</param>
    /// <param name="passes">The results of interning; null if it was not measured.</param>
    public static Answer Answer(
        CorpusProfile profile, StepResult hold, StepResult? random, StepResult? hot, InternPasses? passes = null)
    {
        Decision decision = Rules.Hold(hold, profile, passes);
        string baseline = hold.Baseline().Name;
        bool isPlain = decision.Recommends is null || decision.Recommends == baseline;
        string recommended = isPlain ? baseline : decision.Recommends!;
        Decision? sharing = isPlain && passes is not null ? Rules.Interner(passes, profile, hold) : null;
        string? interner = SharingInterner(decision, sharing);

        // The contender described: the alternative if memory or time matters more, otherwise the recommended one.
        string about = decision.Conclusion is CostsTime or Depends ? decision.About! : recommended;
        var change = new Change(profile, hold, random, hot, about);
        string? tradeOff = decision.Conclusion == CostsTime && interner is null ? TradeOffOf(change) : null;

        return new Answer(
            isPlain ? AnswerKind.PlainStrings : AnswerKind.Use,
            recommended,
            isPlain
                ? PlainVerdict(decision, change, tradeOff, interner is null ? null : SharingVerdict(interner, passes!, sharing!))
                : UseVerdict(change, passes),
            Saves(),
            Costs(),
            (long)change.BytesBefore,
            (long)(isPlain ? change.BytesBefore : change.BytesAfter),
            change.BuildBefore,
            isPlain ? change.BuildBefore : change.BuildAfter,
            hold.PauseOf(baseline),
            hold.PauseOf(recommended))
        {
            BreakEvenReads = isPlain ? null : BreakEvenReads(hold, random, about),
            Gain = isPlain ? null : GainOf(hold, recommended, profile),
            TradeOff = tradeOff,
            Alternative = interner is not null ? Rules.HolderOf(interner) : about == recommended ? null : about,
            Notes = [.. Notes(profile, hold)],
        };

        string? Saves() => interner is not null ? SavedBySharing(interner, passes!)
            : about == baseline ? null
            : InWords(SavingsOf(change));

        string? Costs() => interner is not null ? CostsOfSharing(interner, passes!)
            : about == baseline ? null
            : InWords(CostsOf(change));

        string? InWords(List<string> parts) => parts.Count == 0 ? null
            : (isPlain ? $"{HolderOf(change.Name)}: " : string.Empty) + string.Join("; ", parts);
    }

    /// <summary>The main gain of a recommended contender.</summary>
    private static EffectKind GainOf(StepResult hold, string name, CorpusProfile profile) =>
        Rules.IsWorthItsMemory(hold, name, profile) ? EffectKind.Memory
            : IsFasterToBuild(new Change(profile, hold, null, null, name)) ? EffectKind.Time
            : EffectKind.Pause;

    private static string UseVerdict(Change change, InternPasses? passes)
    {
        string use = $"{UseOf(change.Name)}: ";
        string gain = GainOf(change.Hold, change.Name, change.Profile) switch
        {
            EffectKind.Memory => $"{BytesOf(change.BytesAfter)} instead of {BytesOf(change.BytesBefore)}.",
            EffectKind.Time =>
                $"building all of them takes {Time(change.BuildAfter)} instead of {Time(change.BuildBefore)}.",
            _ => $"the longest pause with all strings live falls from {PauseOf(change.Hold, change.Baseline)} to "
                + $"{PauseOf(change.Hold, change.Name)}.",
        };
        return use + gain
            + Otherwise(NeedOf(change.Name), Rules.HolderOfChars(change.Hold, change.Name, change.Profile, passes))
            + Otherwise(MemoryMatters, Rules.LeanerHolder(change.Hold, change.Name, change.Profile, passes));

        string Otherwise(string condition, string? holder) =>
            holder is null ? string.Empty : $" {OnlyIf(condition, change with { Name = holder })}";
    }

    private static string NeedOf(string recommended) => recommended == StringsSection.TableArray
        ? "ids cannot replace strings"
        : "your program needs chars";

    private static IEnumerable<string> Notes(CorpusProfile profile, StepResult hold)
    {
        // Variation between processes widens the confidence intervals and can make the verdict too close to call, so the cause is
        // reported.
        double scatter = hold.Timing.Rivals
            .Where(rival => hold.Timing.OperationsPerCall * rival.Nanoseconds.Median >= 1e6 * LongBuild)
            .Select(static rival => rival.Scatter())
            .DefaultIfEmpty(1)
            .Max();
        if (scatter >= BusyScatter)
        {
            yield return $"The machine is busy: the same work took up to {Units.Number(scatter)} times as long in another process.";
        }

        // Scaling also multiplies costs that occur once.
        if (profile.ShareHeld(hold) < 1)
        {
            yield return $"Measured on {Units.Percent(profile.ShareHeld(hold))} of the strings, and scaled to all of them.";
        }
    }

    private static string OnlyIf(string condition, Change change)
    {
        string use = UseOf(change.Name);
        return $"Only if {condition}, {char.ToLowerInvariant(use[0])}{use[1..]}: {BytesOf(change.BytesAfter)}.";
    }

    // Applies to a contender that takes much less memory, is slower to build, and is not slower to read.
    private static string? TradeOffOf(Change change)
    {
        double saved = 1 - (change.BytesAfter / change.BytesBefore);
        double time = change.BuildAfter - change.BuildBefore;
        bool isReadSlower = ReadingOf(change.Random, change.Hot, change.Name, Verdict.Slower).Any();
        return saved >= Rules.MinTradeOffSaving && time > 0 && !isReadSlower
            ? $"{Units.Percent(saved)} less memory, {Time(time)} longer to build"
            : null;
    }

    private static string PlainVerdict(Decision decision, Change change, string? tradeOff, string? sharing)
    {
        string plain = $"Plain strings are right here: all of them take {BytesOf(change.BytesBefore)}";
        return decision.Conclusion switch
        {
            _ when sharing is not null => $"{plain}. {sharing}",
            _ when tradeOff is not null => $"This is a choice between memory and time. Plain strings take {BytesOf(change.BytesBefore)}. "
                + $"{UseOf(change.Name)}: {BytesOf(change.BytesAfter)} ({tradeOff}).",
            CostsTime => $"{plain}. {OnlyIf(MemoryMatters, change)}",
            Depends => $"{plain}. {OnlyIf("time matters more than memory", change)}",
            _ => $"{plain}, and neither a pool nor an interner saves enough memory or time to matter.",
        };
    }

    private static string UseOf(string name) => name switch
    {
        StringsSection.SetArray => $"Share equal strings with a {InterningSection.Set} (part of .NET)",
        StringsSection.InternedArray => $"Share equal strings with a {InterningSection.Exact}",
        StringsSection.TableArray => $"Replace these strings with ids of a {InterningSection.Table}",
        _ => $"Hold these strings as {HolderOf(name)}",
    };

    private static string HolderOf(string name) =>
        StringsSection.PoolOf(name) is { } pool ? $"{name} over {ArticleOf(pool)} {pool}" : name;

    // Returns only savings above the floor; for reads, which have no floor, only those beyond the noise.
    private static List<string> SavingsOf(Change change)
    {
        List<string> savings = [];
        if (change.BytesBefore - change.BytesAfter >= change.NotableBytes)
        {
            savings.Add($"{BytesOf(change.BytesBefore - change.BytesAfter)} of memory");
        }

        if (IsFasterToBuild(change))
        {
            savings.Add(
                $"{Time(change.BuildBefore - change.BuildAfter)} of building once "
                + $"({Time(change.BuildAfter)} instead of {Time(change.BuildBefore)})");
        }

        if (change.BuildingPausesSaved >= Rules.SmallestMilliseconds)
        {
            savings.Add($"{Time(change.BuildingPausesSaved)} of pauses while building");
        }

        if (Rules.SavesPause(change.Hold, change.Name, change.Profile))
        {
            savings.Add(
                $"the longest pause with all strings live falls from {PauseOf(change.Hold, change.Baseline)} to "
                + PauseOf(change.Hold, change.Name));
        }

        savings.AddRange(ReadingOf(change.Random, change.Hot, change.Name, Verdict.Faster));
        return savings;
    }

    private static List<string> CostsOf(Change change)
    {
        List<string> costs = [];
        if (change.BytesAfter - change.BytesBefore >= change.NotableBytes)
        {
            costs.Add($"{BytesOf(change.BytesAfter - change.BytesBefore)} of memory");
        }

        RivalResult built = change.Hold.Timing[change.Name];
        double longer = change.BuildAfter - change.BuildBefore;
        if (built.Verdict != Verdict.Faster && longer >= Rules.SmallestMilliseconds && longer > NotableDelay * change.BuildBefore)
        {
            costs.Add(
                $"building once {(built.Verdict == Verdict.Slower ? "takes" : "seems to take")} {Time(change.BuildAfter)} "
                + $"instead of {Time(change.BuildBefore)}, creating the {StoreOf(change.Name)} included");
        }

        if (-change.BuildingPausesSaved >= Rules.SmallestMilliseconds)
        {
            costs.Add($"{Time(-change.BuildingPausesSaved)} more pause time while building");
        }

        if (Rules.CostsPause(change.Hold, change.Name, change.Profile))
        {
            costs.Add(LongerPause(change.Hold, change.Baseline, change.Name));
        }

        costs.AddRange(ReadingOf(change.Random, change.Hot, change.Name, Verdict.Slower));
        if (BreakEvenReads(change.Hold, change.Random, change.Name) is double reads)
        {
            costs.Add($"slower reads use up the saved build time after {Units.Number(reads)} reads per string");
        }

        costs.Add(change.Name switch
        {
            StringsSection.SetArray => "the set keeps all strings alive, and is not thread-safe",
            StringsSection.InternedArray => "the interner keeps all strings alive",
            StringsSection.TableArray => "the table keeps all strings until it is disposed",
            _ => $"you dispose of the pool, which took {Time(change.Release)}, or free each string",
        });
        if (StringsSection.PoolOf(change.Name) == nameof(Utf8StringPool))
        {
            costs.Add("your program must handle UTF-8 bytes instead of chars");
        }

        return costs;
    }

    private static string StoreOf(string name) => name switch
    {
        StringsSection.SetArray => "set",
        StringsSection.InternedArray => "interner",
        StringsSection.TableArray => "table",
        _ => "pool",
    };

    /// <summary>Returns clauses about reads that are faster or slower beyond the noise.</summary>
    /// <param name="random">The step that reads strings in random order; null if it was not measured.</param>
    /// <param name="hot">The step that reads the same few strings repeatedly; null if it was not measured.</param>
    /// <param name="name">The contender that holds the strings.</param>
    /// <param name="verdict">Faster or slower.</param>
    public static IEnumerable<string> ReadingOf(StepResult? random, StepResult? hot, string name, Verdict verdict)
    {
        foreach ((string what, StepResult? step) in new[] { ("any string", random), ("a hot string", hot) })
        {
            if (step?.Among([name]) is [RivalResult rival] && rival.Verdict == verdict)
            {
                yield return $"reading {what} takes {TimeOf(rival)} instead of {TimeOf(step.Baseline())}";
            }
        }
    }

    private static bool IsFasterToBuild(Change change) => change.Hold.Timing[change.Name].Verdict == Verdict.Faster
        && change.BuildBefore - change.BuildAfter >= Rules.SmallestMilliseconds;

    /// <summary>
    /// The number of reads per string after which slower reads cost more than the build saved; null if reads were not measured or
    /// are no slower, or the build is no faster.
    /// </summary>
    private static double? BreakEvenReads(StepResult hold, StepResult? random, string name)
    {
        if (hold.Timing[name].Verdict != Verdict.Faster || random?.Among([name]) is not [{ Verdict: Verdict.Slower } read])
        {
            return null;
        }

        double saved = hold.Baseline().Nanoseconds.Median - hold.Timing[name].Nanoseconds.Median;
        double lost = read.Nanoseconds.Median - random.Baseline().Nanoseconds.Median;
        return lost > 0 ? saved / lost : null;
    }

    private static string LongerPause(StepResult step, string today, string name) =>
        $"the longest pause with all strings live rises from {PauseOf(step, today)} to {PauseOf(step, name)}";

    private static string Time(double milliseconds) => Units.Time(1e6 * milliseconds);

    private static string BytesOf(double bytes) => Units.Bytes(Math.Round(bytes));

    /// <summary>The baseline and a contender that replaces it, for all strings of the file.</summary>
    private sealed record Change(CorpusProfile Profile, StepResult Hold, StepResult? Random, StepResult? Hot, string Name)
    {
        public string Baseline => Hold.Baseline().Name;

        public double BytesBefore => Hold.BytesOfFile(Baseline, Profile);

        public double BytesAfter => Hold.BytesOfFile(Name, Profile);

        public double BuildBefore => Milliseconds(Baseline);

        public double BuildAfter => Milliseconds(Name);

        public double NotableBytes => Rules.NotableBytes(Hold, Profile);

        public double BuildingPausesSaved => Scale * (Hold.MemoryOf(Baseline).Building.TotalPauseMilliseconds
            - Hold.MemoryOf(Name).Building.TotalPauseMilliseconds);

        public double Release => Scale * Hold.MemoryOf(Name).ReleaseMilliseconds;

        private double Scale => Profile.MeasuredBy(Hold).Scale;

        private double Milliseconds(string name) =>
            Scale * Hold.Timing.OperationsPerCall * Hold.Timing[name].Nanoseconds.Median / 1e6;
    }
}
