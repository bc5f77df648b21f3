using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Caching;

/// <summary>All cache benchmarks, one after the other.</summary>
internal sealed class CacheRatio : IRatioArea
{
    /// <summary>The parts, which can also be measured separately.</summary>
    public static IReadOnlyList<IRatioArea> Parts { get; } = [new CacheHitRatio(), new CacheGetRatio(), new CacheLoadRatio()];

    public string Name => "cache";

    public string Description => "caches: the areas cache-hits, cache-get and cache-load together";

    public IEnumerable<RatioRow> Measure() => Parts.SelectMany(static part => part.Measure());
}
