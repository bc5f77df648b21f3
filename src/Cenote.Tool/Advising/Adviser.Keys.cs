using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Keys: whether a dictionary with keys in unmanaged memory pays for these.</content>
internal static partial class Adviser
{
    private static readonly string[] s_managedKeys = [CollectionsSection.Managed, CollectionsSection.ManagedSpan];
    private static readonly string[] s_pooledKeys = [CollectionsSection.Compact, CollectionsSection.Utf16];

    /// <summary>
    /// Keep keys in unmanaged memory: if that is faster at building, hits or misses and slower at none of them, or leaner and slower at
    /// none. What is faster at one and slower at another is a matter of use, and what that depends on is said.
    /// </summary>
    public static AdviceItem Keys(StepResult build, StepResult hits, StepResult misses)
    {
        const string Topic = "Dictionary keys";
        KeySteps steps = new(build, hits, misses);
        RivalResult[] pools = ByRatio(hits, s_pooledKeys);
        string count = Units.Count(build.Timing.OperationsPerCall);
        string frozen = FrozenKeys(hits);
        RivalResult[] harmless = [.. pools.Where(pool => !steps.Any(pool, Verdict.Slower))];
        RivalResult[] better = [.. harmless.Where(pool => steps.Any(pool, Verdict.Faster))];
        if (better.Length > 0)
        {
            RivalResult best = Leanest(build, better.Where(pool => !IsFaster(better[0], pool)))!;
            return new AdviceItem(Topic, best.Name, $"Keep these {count} keys in a {best.Name}: {steps.FiguresOf(best)}.{frozen}");
        }

        if (Leanest(build, harmless.Where(pool => MemoryRatio(build, pool.Name) <= 1 - NotableMemory)) is RivalResult leanest)
        {
            return new AdviceItem(
                Topic,
                leanest.Name,
                $"Keep these {count} keys in a {leanest.Name} for its memory; the time is too close to call: {steps.FiguresOf(leanest)}.{frozen}");
        }

        if (pools.FirstOrDefault(pool => steps.Any(pool, Verdict.Faster)) is RivalResult mixed)
        {
            return new AdviceItem(
                Topic,
                null,
                $"It depends on what is done with these {count} keys: {mixed.Name} is faster at {steps.With(mixed, Verdict.Faster)} and slower at "
                + $"{steps.With(mixed, Verdict.Slower)}: {steps.FiguresOf(mixed)}.{steps.BreakEven(mixed)}{frozen}");
        }

        return harmless.Length > 0
            ? new AdviceItem(
                Topic,
                null,
                $"Nothing speaks for keys in unmanaged memory here, with {count} of them: {harmless[0].Name} is too close to call, "
                + $"{steps.FiguresOf(harmless[0])}.{frozen}")
            : new AdviceItem(
                Topic,
                CollectionsSection.Managed,
                $"{CollectionsSection.Managed} wins with these {count} keys. {pools[0].Name} is slower at {steps.With(pools[0], Verdict.Slower)}: "
                + $"{steps.FiguresOf(pools[0])}.{frozen}");
    }

    // Only what beats all others is worth the restriction.
    private static string FrozenKeys(StepResult hits)
    {
        RivalResult? frozen = ByRatio(hits, [CollectionsSection.Frozen]).FirstOrDefault();
        return frozen is not null && hits.Timing.Rivals.All(rival => rival == frozen || IsFaster(frozen, rival))
            ? $" If keys are never added or removed, a {frozen.Name} finds them faster still: {TimeOf(frozen)} (ratio {RatioOf(frozen)})."
            : string.Empty;
    }

    /// <summary>The three steps that keys are judged by.</summary>
    private sealed record KeySteps(StepResult Build, StepResult Hits, StepResult Misses)
    {
        private (string Name, StepResult Step)[] All { get; } = [("hits", Hits), ("misses", Misses), ("building", Build)];

        public bool Any(RivalResult pool, Verdict verdict) => All.Any(entry => Judge(entry.Step, pool.Name) == verdict);

        public string With(RivalResult pool, Verdict verdict)
        {
            string[] names = [.. All.Where(entry => Judge(entry.Step, pool.Name) == verdict).Select(entry => entry.Name)];
            return names.Length == 1 ? names[0] : $"{string.Join(", ", names[..^1])} and {names[^1]}";
        }

        public string FiguresOf(RivalResult pool) =>
            $"a hit takes {LookUpFigures(Hits, pool.Name)}, a miss {LookUpFigures(Misses, pool.Name)}, building "
            + $"{TimeOf(Build.Timing[pool.Name])} per key against {TimeOf(Build.Timing.Rivals[0])} (ratio {RatioOf(Build.Timing[pool.Name])}); "
            + $"{MemoryAgainst(Build, pool.Name)}; a full collection with everything live takes {PauseOf(Memory(Build, pool.Name))} against "
            + $"{PauseOf(Memory(Build, CollectionsSection.Managed))}";

        /// <summary>How many hits make up for building, where hits are faster and building is all that is slower.</summary>
        public string BreakEven(RivalResult pool)
        {
            if (With(pool, Verdict.Slower) != "building" || Judge(Hits, pool.Name) != Verdict.Faster)
            {
                return string.Empty;
            }

            // By ratios, which the verdicts rest on: neither can be negative.
            double lost = (Build.Timing[pool.Name].Ratio.Median - 1) * Build.Timing.Rivals[0].Nanoseconds.Median;
            double won = (ByRatio(Hits, s_managedKeys)[0].Ratio.Median - Hits.Timing[pool.Name].Ratio.Median)
                * Hits.Timing.Rivals[0].Nanoseconds.Median;
            return $" It has made up for being built when each key was found {Units.Number(lost / won)} times.";
        }

        private static string LookUpFigures(StepResult step, string pool) =>
            $"{TimeOf(step.Timing[pool])} against {TimeOf(step.Timing[CollectionsSection.Managed])} with {CollectionsSection.Managed} (ratio "
            + $"{RatioOf(step.Timing[pool])}) and {TimeOf(step.Timing[CollectionsSection.ManagedSpan])} by span";

        // A program may ask a dictionary either way, so what beats it has to beat both.
        private static Verdict Judge(StepResult step, string pool)
        {
            RivalResult rival = step.Timing[pool];
            RivalResult[] others = ByRatio(step, [CollectionsSection.ManagedSpan]);
            if (rival.Verdict == Verdict.Slower || others.Any(other => IsFaster(other, rival)))
            {
                return Verdict.Slower;
            }

            return rival.Verdict == Verdict.Faster && others.All(other => IsFaster(rival, other)) ? Verdict.Faster : Verdict.TooCloseToCall;
        }
    }
}
