using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Caches: whether a cache in unmanaged memory pays off for the strings of the file.</content>
internal static partial class Adviser
{
    /// <summary>One conclusion, if there was enough to cache.</summary>
    public static IEnumerable<AdviceItem> Caches(CorpusProfile profile, SectionResult caches) =>
        caches.Step(CachesSection.Load) is StepResult load
            && caches.Step(CachesSection.Hits) is StepResult hits
            && caches.Step(CachesSection.Sets) is StepResult sets
            ? [WithFloor(WithMisses(profile, new(load, hits, sets)), load, hits, sets)]
            : [];

    // Adds the effect of fewer misses to a recommendation. This effect alone is worth a change.
    private static AdviceItem WithMisses(CorpusProfile profile, CacheSteps steps)
    {
        AdviceItem item = EffectsOf(Cache(steps), profile, [.. steps.All]);
        return item.Recommends == CachesSection.OffHeap && steps.MissesLess
            ? item with { Effects = [.. item.Effects, new Effect(EffectKind.Misses, steps.Load.Id, steps.MissRatio)] }
            : item;
    }

    /// <summary>Advice on caching strings by key.</summary>
    public static AdviceItem Cache(CacheSteps steps)
    {
        Decision decision = Rules.Caches(steps);
        RivalResult managed = steps.Load.Baseline();
        RivalResult offHeap = steps.Load.Timing[CachesSection.OffHeap];
        Wording figures = CacheFigures(steps);
        string better = Said("is faster at", steps.At(Verdict.Faster), steps.MissesLess, "hits more often");
        string worse = Said("is slower at", steps.At(Verdict.Slower), steps.MissesMore, "hits less often");
        return AdviceItem.Of("Cache", decision, decision.Conclusion switch
        {
            Use => new($"To cache strings like these by key, use a {offHeap}", figures)
            {
                Subject = $"With the same limit in bytes it {better}",
            },
            Depends => new($"The better cache depends on how you use it", figures)
            {
                Subject = $"With the same limit in bytes, {offHeap} {better}, but {worse}",
            },
            TooCloseToCall => new(
                $"No other cache is clearly better than {managed}", $"{offHeap} is too close to call, {figures}"),
            _ => new($"Cache strings like these in a {managed}", figures)
            {
                Subject = $"With the same limit in bytes, {offHeap} {worse}",
            },
        });

        static string Said(string time, string[] steps, bool differs, string hits)
        {
            string times = steps.Length > 0 ? $"{time} {Joined(steps)}" : string.Empty;
            return differs ? string.Join(", and ", new[] { times, hits }.Where(static said => said.Length > 0)) : times;
        }
    }

    private static Wording CacheFigures(CacheSteps steps)
    {
        StepResult load = steps.Load;
        RivalResult managed = load.Baseline();
        RivalResult offHeap = load.Timing[CachesSection.OffHeap];
        return $"{HitsOf(load, offHeap)} of the requests are hits against {HitsOf(load, managed)} with {managed}; "
            + $"a request takes {CacheTimes(load)}, a hit {CacheTimes(steps.Hits)}, "
            + $"updating an entry {CacheTimes(steps.Sets)}; {HeapsOf(load, offHeap)} against {HeapsOf(load, managed)}; "
            + $"the longest pause with everything live is {PauseOf(load, offHeap.Name)} against {PauseOf(load, managed.Name)}";
    }

    private static string CacheTimes(StepResult step)
    {
        RivalResult offHeap = step.Timing[CachesSection.OffHeap];
        return $"{TimeOf(offHeap)} against {TimeOf(step.Baseline())} (ratio {RatioOf(offHeap)})";
    }

    private static string HitsOf(StepResult step, RivalResult cache) =>
        Units.Percent(step.HitRatioOf(cache.Name).GetValueOrDefault());

    private static string HeapsOf(StepResult step, RivalResult cache)
    {
        HoldMeasurement memory = step.MemoryOf(cache.Name);
        return $"{Units.Bytes(memory.ManagedBytes)} managed and {Units.Bytes(memory.NativeBytes)} native";
    }
}
