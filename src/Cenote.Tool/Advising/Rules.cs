using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <summary>
/// The rules of the advice, which depend on the results only. Faster, slower and leaner refer to differences beyond the noise.
/// Nothing that was slower than the baseline is recommended. If contenders are too close to call, one of them is recommended, the
/// simplest or the leanest, and the others are named with it. Contenders are sorted by the size of the change they need, because
/// the order of their medians varies between runs.
/// </summary>
internal static partial class Rules
{
    /// <summary>The smallest share of memory saved that is worth a change.</summary>
    public const double NotableMemory = 0.1;

    /// <summary>Pauses below this many milliseconds do not matter: a frame at 60 Hz takes more than 16 ms.</summary>
    public const double NotablePause = 1;

    /// <summary>The minimum factor by which a pause must be shorter to be worth a change.</summary>
    public const double ShorterPause = 2;

    /// <summary>
    /// The measured factor by which the longest pause of five full collections of the same objects varies between processes.
    /// </summary>
    public const double PauseNoise = 1.5;

    /// <summary>
    /// A choice that measures slower than the baseline by more than this share may cost time, even if the difference is within
    /// the noise.
    /// </summary>
    public const double PossibleLoss = 0.25;

    /// <summary>
    /// If duplicates take at least this share of all memory, the report calls them many.
    /// </summary>
    public const double MuchDuplication = 0.2;

    /// <summary>Below this share of all memory, duplicates are not worth a lookup per string.</summary>
    public const double LittleDuplication = 0.05;

    // Choices, the smallest change to a program first. Pools that cannot hold the file have no result.
    private static readonly string[] s_heldChars =
    [
        StringsSection.RefArray, StringsSection.IdArray, StringsSection.ContiguousArray,
    ];
    private static readonly string[] s_heldUtf8 = [StringsSection.Utf8Array, StringsSection.Utf8IdArray];
    private static readonly string[] s_holdersOfOthers = [StringsSection.TableArray, .. s_heldUtf8];
    private static readonly string[] s_sharing = [StringsSection.SetArray, StringsSection.InternedArray];
    private static readonly string[] s_churnedChars = [StringsSection.Ref, StringsSection.Id, StringsSection.Contiguous];
    private static readonly string[] s_pooledKeys = [CollectionsSection.Compact, CollectionsSection.Utf16];
    private static readonly string[] s_managedInterners = [InterningSection.Set, InterningSection.Concurrent];
    private static readonly string[] s_interners = [.. s_managedInterners, InterningSection.Exact];
    private static readonly string[] s_arenaSorts = [SortSection.ArenaSort, SortSection.SpanSort];

    /// <summary>
    /// Recommends an arena, which can only release all strings at once, if it is faster than an array of strings and than every
    /// pool; or no slower than the array, and leaner than the array and than every pool that is no slower.
    /// </summary>
    public static Decision Arena(StepResult step)
    {
        RivalResult arena = step.Timing[StringsSection.ArenaList];
        if (!IsFree(arena))
        {
            return new(CostsTime, arena.Name);
        }

        RivalResult[] pools = step.Among(s_heldChars);
        string[] fastest = pools.Fastest();
        if (arena.Verdict == Verdict.Faster && fastest.All(pool => arena.IsFasterThan(step.Timing[pool])))
        {
            return new(Use, arena.Name, fastest.FirstOrDefault());
        }

        string[] others = [step.Baseline().Name, .. pools.Where(IsFree).Names()];
        if (others.All(other => step.IsLeaner(arena.Name, other)))
        {
            return new(UseForMemory, arena.Name, step.Leanest(others));
        }

        return fastest.Length == 0 ? new(TooCloseToCall, arena.Name) : new(NotWorthIt, arena.Name, fastest[0]);
    }

    /// <summary>
    /// Recommends UTF-8, for programs that can work with bytes: the leanest pool that is no slower than an array of strings, if
    /// it takes less memory than the array and than every pool of chars that is no slower.
    /// </summary>
    public static Decision Utf8(StepResult step)
    {
        RivalResult[] pools = step.Among(s_heldUtf8);
        if (pools.Length == 0)
        {
            return new(NotMeasured);
        }

        string[] free = pools.Where(IsFree).Names();
        if (free.Length == 0)
        {
            return new(CostsTime, step.Leanest(pools.Names().Intersect(pools.Unbeaten().Names(), StringComparer.Ordinal)));
        }

        string best = step.Leanest(free);
        string[] others = [step.Baseline().Name, .. step.Among(s_heldChars).Where(IsFree).Names()];
        return new(others.All(other => step.IsLeaner(best, other)) ? UseForMemory : NotWorthIt, best, step.Leanest(others));
    }

    /// <summary>
    /// Recommends a pool that shortens the longest pause with an array of strings live, if that pause is long enough to matter. The
    /// pool must be no slower and no larger than the array. UTF-8 pools are not considered, because the handles make the
    /// difference, not the encoding.
    /// </summary>
    /// <param name="step">The step that holds all strings.</param>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="holding">The decision on holding, whose choice is preferred among equals.</param>
    public static Decision Pauses(StepResult step, CorpusProfile profile, Decision holding)
    {
        string baseline = step.Baseline().Name;
        double today = step.PauseOf(baseline);
        RivalResult[] pools = step.Among(s_heldChars);
        RivalResult[] shorter = [.. pools.Where(pool => today >= ShorterPause * step.PauseOf(pool.Name))];
        if (today < NotablePause || shorter.Length == 0 || !IsLargeEnoughForPauses(step, profile))
        {
            return new(NotWorthIt, pools.Names().MinBy(step.PauseOf));
        }

        RivalResult[] free = [.. shorter.Where(pool => IsFree(pool) && !step.IsLarger(pool.Name, baseline))];
        string[] shortest = step.ShortestPauses(free.Length > 0 ? free : shorter);
        string best = shortest.FirstOrDefault(name => name == holding.Recommends) ?? shortest[0];
        if (!SavesPause(step, best, profile))
        {
            return new(TooCloseToCall, best);
        }

        return (free.Length > 0, IsFree(step.Timing[best])) switch
        {
            (true, _) => UseOneOf(best, shortest),
            (_, true) => new(Depends, best),
            _ => new(CostsTime, best),
        };
    }

    /// <summary>For churn, recommends a pool of chars that is faster than managed strings and that no other pool beats.</summary>
    public static Decision Churn(StepResult step) => UseTheFastest(step, step.Among(s_churnedChars));

    /// <summary>For churn, recommends UTF-8 if it is faster than managed strings and than the fastest pools of chars.</summary>
    public static Decision ChurnAsUtf8(StepResult step)
    {
        string[] chars = step.Among(s_churnedChars).Fastest();
        return step.Among([StringsSection.Utf8]) switch
        {
            [] => new(NotMeasured),
            [{ Verdict: Verdict.Faster } utf8] when chars.All(pool => utf8.IsFasterThan(step.Timing[pool])) =>
                new(Use, utf8.Name),
            [var utf8, ..] => new(NotWorthIt, utf8.Name),
        };
    }

    /// <summary>
    /// Recommends keys in unmanaged memory if they are faster than a dictionary at building, hits or misses and slower at none,
    /// or leaner and slower at none. If they are faster at one and slower at another, the choice depends on use. The dictionary
    /// that finds keys faster is preferred, then the leaner one.
    /// </summary>
    public static Decision Keys(KeySteps steps)
    {
        RivalResult[] pools = steps.Hits.Among(s_pooledKeys);
        RivalResult[] harmless = [.. pools.Where(pool => !steps.IsAnywhere(pool.Name, Verdict.Slower))];
        RivalResult[] better = [.. harmless.Where(pool => steps.IsAnywhere(pool.Name, Verdict.Faster))];
        if (better.Length > 0)
        {
            string[] fastest = better.Unbeaten().Names();
            string best = steps.Build.Leanest(fastest);
            return UseOneOf(best, fastest);
        }

        string[] lean = [.. harmless.Names().Where(pool => steps.Build.IsLeaner(pool, CollectionsSection.Managed))];
        if (lean.Length > 0)
        {
            return new(UseForMemory, steps.Build.Leanest(lean));
        }

        if (pools.Where(pool => steps.IsAnywhere(pool.Name, Verdict.Faster)).Unbeaten() is [var mixed, ..])
        {
            return new(Depends, mixed.Name);
        }

        return harmless.Unbeaten() is [var even, ..]
            ? new(TooCloseToCall, even.Name)
            : new(Stay, CollectionsSection.Managed, pools.Unbeaten()[0].Name);
    }

    /// <summary>Recommends a frozen dictionary, for keys that are never added or removed, if it finds keys faster than all other
    /// dictionaries.</summary>
    public static Decision FrozenKeys(StepResult hits) => hits.Among([CollectionsSection.Frozen]) switch
    {
        [] => new(NotMeasured),
        [{ Verdict: Verdict.Faster } frozen]
            when hits.Timing.Rivals.All(rival => rival == frozen || frozen.IsFasterThan(rival)) => new(Use, frozen.Name),
        [var frozen, ..] => new(NotWorthIt, frozen.Name),
    };

    /// <summary>
    /// For interning, returns the result of the passes, unless the memory saved is not worth a change, or building once
    /// costs time.
    /// </summary>
    /// <param name="passes">The passes of interning.</param>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="hold">The step that holds all strings; null if it was not measured.</param>
    public static Decision Interner(InternPasses passes, CorpusProfile profile, StepResult? hold)
    {
        Decision alone = InternerAlone(passes, hold);
        if (alone is { Conclusion: CostsTime, About: string costly } && !IsWorthItsMemory(passes.First, costly, profile))
        {
            return new(NotWorthIt, costly);
        }

        if (alone is not { Conclusion: Use or UseForMemory or Depends or TooCloseToCall, About: string best }
            || (hold is not null && HolderOf(best) is string holder && Hold(hold, profile, passes).Recommends == holder))
        {
            return alone;
        }

        RivalResult[] fresh = hold is not null && HolderOf(best) is string name ? hold.Among([name]) : [];
        if (!fresh.All(IsFree))
        {
            return new(CostsTime, best);
        }

        return IsWorthItsMemory(passes.First, best, profile) && fresh.All(one => IsWorthItsMemory(hold!, one.Name, profile))
            ? alone
            : new(NotWorthIt, best);
    }

    /// <summary>
    /// Chooses among the interners that save memory: <see cref="InterningSection.Exact"/> if it is faster than those of .NET in one
    /// pass and slower in none; an interner of .NET if <see cref="InterningSection.Exact"/> is slower in one pass and faster in
    /// none. The interner that builds all strings faster is preferred, unless another one builds them no slower and beats it in the
    /// passes. An interner that is slower than new strings in either pass, or possibly slower, is not recommended.
    /// </summary>
    private static Decision InternerAlone(InternPasses passes, StepResult? hold)
    {
        string[] lean = LeanInterners(passes);
        if (lean.Length == 0)
        {
            return s_interners.All(name => passes.IsAnywhere(name, Verdict.Slower))
                ? new(Stay, InterningSection.Plain, InterningSection.Exact)
                : new(NotWorthIt, InterningSection.Exact);
        }

        string[] managed = [.. lean.Where(s_managedInterners.Contains)];
        bool isFaster = passes.FasterIn(InterningSection.Exact, managed).Length > 0;
        bool isSlower = passes.SlowerIn(InterningSection.Exact, managed).Length > 0;
        string? builder = hold is null ? null : InternerOf(Faster(hold.Among(s_sharing)).Names().FirstOrDefault());
        bool isBuiltFaster = builder is not null && IsBuiltFaster(builder, InterningSection.Exact);
        return (lean.Contains(InterningSection.Exact), isFaster, isSlower) switch
        {
            _ when isBuiltFaster && BuilderOr(InterningSection.Exact) == builder => Intern(builder),
            (true, true, false) => Intern(InterningSection.Exact),
            (true, true, true) => new(Depends, BuilderOr(InterningSection.Exact)),
            (true, false, false) => new(TooCloseToCall, BuilderOr(InterningSection.Exact)),

            // At least one managed contender is unbeaten: an interner that beat all would be the fastest in some pass.
            _ => Intern(BuilderOr(managed.First(IsUnbeaten))),
        };

        string BuilderOr(string other) => builder is not null && lean.Contains(builder) && IsUnbeaten(builder) ? builder : other;

        bool IsUnbeaten(string name) => !lean.Any(other => passes.Beats(other, name) && !IsBuiltFaster(name, other));

        // The first interner must not be slower than new strings in any pass, unless the other interner is also slower.
        bool IsBuiltFaster(string name, string other) => HolderOf(name) is { } holder && HolderOf(other) is { } slower
            && hold?.Among([holder, slower]) is [var one, var two] && one.IsFasterThan(two)
            && (!passes.IsAnywhere(name, Verdict.Slower) || passes.IsAnywhere(other, Verdict.Slower));

        Decision Intern(string best) => (passes.IsAnywhere(best, Verdict.Slower), passes.IsAnywhere(best, Verdict.Faster)) switch
        {
            (true, _) => new(CostsTime, best),
            _ when passes.LargestRatio(best) > 1 + PossibleLoss => new(TooCloseToCall, best, InterningSection.Plain),
            (_, true) => new(Use, best),
            _ => new(UseForMemory, best),
        };
    }

    /// <summary>The interners that save memory.</summary>
    public static string[] LeanInterners(InternPasses passes) =>
        [.. s_interners.Where(passes.IsLean)];

    /// <summary>
    /// Whether to use <see cref="InterningSection.Exact"/> if threads share strings, which rules out a set. The interner must be
    /// faster than the concurrent dictionary of .NET in one pass and slower in none.
    /// </summary>
    public static bool IsInternerForThreads(InternPasses passes) =>
        passes.Beats(InterningSection.Exact, InterningSection.Concurrent);

    /// <summary>
    /// Recommends ids instead of strings, for programs that can store ids. Ids must be no slower than new strings, and leaner
    /// than new strings and than every interner that is no slower.
    /// </summary>
    /// <param name="passes">The passes of interning.</param>
    /// <param name="hold">The step that holds all strings; null if it was not measured.</param>
    public static Decision InternedIds(InternPasses passes, StepResult? hold)
    {
        const string Table = InterningSection.Table;
        string[] others =
        [
            InterningSection.Plain,
            .. s_interners.Where(name => passes.First.IsWeighed(name) && passes.IsFree(name)),
        ];
        string leanest = passes.First.Leanest(others, passes.Profile);
        if (!passes.IsFree(Table) || hold?.Among([StringsSection.TableArray]).All(IsFree) == false)
        {
            return new(CostsTime, Table, leanest);
        }

        return new(others.All(other => passes.First.IsLeaner(Table, other, passes.Profile)) ? UseForMemory : NotWorthIt, Table, leanest);
    }

    /// <summary>
    /// Recommends sorting strings in an arena if that is faster than sorting managed strings, even including the time to fill the
    /// arena. If it is faster only without filling, the choice depends on where the strings are.
    /// </summary>
    public static Decision Sort(StepResult step)
    {
        Decision decision = UseTheFastest(step, step.Among(s_arenaSorts));
        return decision.Conclusion == Use && SortByArena(step).Conclusion != Use ? decision with { Conclusion = Depends } : decision;
    }

    /// <summary>
    /// Recommends sorting managed strings in an arena that is filled for the purpose, if that is faster than sorting them
    /// directly.
    /// </summary>
    public static Decision SortByArena(StepResult step) => step.Timing[SortSection.ManagedByArena] switch
    {
        { Verdict: Verdict.Faster } sort => new(Use, sort.Name),
        { Verdict: Verdict.TooCloseToCall } sort => new(TooCloseToCall, sort.Name),
        var sort => new(CostsTime, sort.Name),
    };

    /// <summary>
    /// Recommends pooling objects if that is faster than creating them on some number of threads and slower on none. A pool beats
    /// another one if it is faster on more than half of the numbers of threads: if only one of several numbers decides, another
    /// run may differ.
    /// </summary>
    /// <param name="steps">The same work on different numbers of threads.</param>
    public static Decision Pooling(StepResult[] steps)
    {
        string[] pools = steps[0].Timing.Rivals.Skip(1).Names();
        string[] faster = [.. pools.Where(pool => IsOnAny(pool, Verdict.Faster))];
        string[] winners = [.. faster.Where(pool => !IsOnAny(pool, Verdict.Slower))];
        string[] even = [.. pools.Where(pool => IsOnAny(pool, Verdict.TooCloseToCall))];
        if (winners.Length > 0)
        {
            string best = winners.Best(Beats);
            return UseOneOf(best, [.. winners.Where(winner => !Beats(best, winner))]);
        }

        return (faster, even) switch
        {
            ([_, ..], _) => new(Depends, faster.Best(Beats)),
            (_, [_, ..]) => new(TooCloseToCall, even.Best(Beats)),
            _ => new(Stay, steps[0].Baseline().Name, pools.Best(Beats)),
        };

        bool IsOnAny(string pool, Verdict verdict) => steps.Any(step => step.Timing[pool].Verdict == verdict);

        bool Beats(string pool, string other) =>
            2 * steps.Count(step => step.Timing[pool].IsFasterThan(step.Timing[other])) > steps.Length;
    }

    /// <summary>For working memory, recommends a choice that is faster than the baseline and that no other choice beats.</summary>
    public static Decision TemporaryMemory(StepResult step) => UseTheFastest(step, [.. step.Timing.Rivals.Skip(1)]);

    /// <summary>
    /// Duplicates are not worth sharing if they take little memory; otherwise the conclusion depends on the cost of interning.
    /// </summary>
    public static Decision Duplicates(CorpusProfile profile) => profile.RepeatedMemory() switch
    {
        < LittleDuplication => new(NotWorthIt),
        _ => new(Depends),
    };

    private static Decision UseTheFastest(StepResult step, RivalResult[] others) =>
        others.Fastest() is [var best, ..] and var fastest ? UseOneOf(best, fastest) : TooCloseOrStay(step, others);

    private static Decision UseOneOf(string best, string[] fastest) =>
        new(Use, best) { Even = [.. fastest.Where(name => name != best)] };

    // The conclusion if nothing is faster.
    private static Decision TooCloseOrStay(StepResult step, RivalResult[] others) =>
        others.Where(other => other.IsNotSlower()).Unbeaten() is [var even, ..]
            ? new(TooCloseToCall, even.Name)
            : new(Stay, step.Baseline().Name, others.Unbeaten()[0].Name);
}
