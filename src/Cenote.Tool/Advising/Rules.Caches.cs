using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Caches.</content>
internal static partial class Rules
{
    /// <summary>
    /// Recommends a cache in unmanaged memory with the same limit if it is faster at reading through, hits or sets, or misses
    /// notably less often, and is worse at none of these. Misses count because a miss costs less here than in a program, which has
    /// to load the value. If the cache is better at one and worse at another, the choice depends on use.
    /// </summary>
    public static Decision Caches(CacheSteps steps)
    {
        bool isWorse = steps.At(Verdict.Slower).Length > 0 || steps.MissesMore;
        bool isBetter = steps.At(Verdict.Faster).Length > 0 || steps.MissesLess;
        return (isWorse, isBetter) switch
        {
            (true, true) => new(Depends, CachesSection.OffHeap),
            (true, false) => new(Stay, CachesSection.Managed, CachesSection.OffHeap),
            (false, true) => new(Use, CachesSection.OffHeap),
            _ => new(TooCloseToCall, CachesSection.OffHeap),
        };
    }
}
