using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>The three steps that decide between caches.</summary>
internal sealed record CacheSteps(StepResult Load, StepResult Hits, StepResult Sets)
{
    // On a busy machine, two runs of the same cache differ by up to two percentage points.
    private const double SameHits = 0.03;

    private readonly (string Name, StepResult Step)[] _all = [("reading through", Load), ("hits", Hits), ("sets", Sets)];

    /// <summary>All steps.</summary>
    public IReadOnlyList<StepResult> All => [Load, Hits, Sets];

    /// <summary>Whether the cache in unmanaged memory misses notably more often than the managed one.</summary>
    public bool MissesMore => MoreHits < -SameHits;

    /// <summary>Whether the cache in unmanaged memory misses notably less often.</summary>
    public bool MissesLess => MoreHits > SameHits;

    /// <summary>The miss ratio of the cache in unmanaged memory, relative to that of the managed cache.</summary>
    public double MissRatio => MissesOf(CachesSection.OffHeap) / MissesOf(CachesSection.Managed);

    private double MoreHits =>
        Load.HitRatioOf(CachesSection.OffHeap).GetValueOrDefault() - Load.HitRatioOf(CachesSection.Managed).GetValueOrDefault();

    private double MissesOf(string name) => 1 - Load.HitRatioOf(name).GetValueOrDefault();

    /// <summary>The names of the steps in which the cache in unmanaged memory has this verdict.</summary>
    public string[] At(Verdict verdict) =>
    [
        .. _all.Where(entry => entry.Step.Timing[CachesSection.OffHeap].Verdict == verdict).Select(static entry => entry.Name),
    ];
}
