namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A time of .NET relative to one of C++, against what it must reach.</summary>
/// <param name="Case">What is done.</param>
/// <param name="Against">Which rival of C++.</param>
/// <param name="Value">The medians' ratio.</param>
/// <param name="Limit">What it must not exceed.</param>
internal sealed record NativeRatio(string Case, string Against, double Value, double Limit)
{
    private const string Pool = "pool allocator";
    private const string PoolOf2023 = Pool + " of 2023";
    private const string SimdCompare = ", SIMD compare";

    public bool IsMet => Value <= Limit;

    /// <summary>
    /// Those that have a limit: creating against the faster pool, and sorting against the fastest <c>std::sort</c>.
    /// </summary>
    public static IEnumerable<NativeRatio> Of(IReadOnlyList<NativeResult> native, IReadOnlyList<NativeResult> dotnet) =>
        from name in NativeTable.Cases
        from arena in dotnet
        where arena.Rival == NativeRace.Arena && arena.Case == name
        let isSort = arena.Case.StartsWith("sort", StringComparison.Ordinal)
        let against = native
            .Where(result => result.Case == arena.Case)
            .Where(result => isSort
                ? result.Rival.EndsWith(SimdCompare, StringComparison.Ordinal)
                : result.Rival is Pool or PoolOf2023)
            .MinBy(result => result.Median)
        where against is not null
        select new NativeRatio(arena.Case, against.Rival, arena.Median / against.Median, isSort ? 0.35 : 0.9);
}
