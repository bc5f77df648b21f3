namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A time of .NET relative to one of C++.</summary>
/// <param name="Case">What is done.</param>
/// <param name="Against">Which rival of C++.</param>
/// <param name="Value">The medians' ratio.</param>
internal sealed record NativeRatio(string Case, string Against, double Value)
{
    // The sort of the arena itself, written in C++.
    private const string KeySort = ", key sort";

    /// <summary>The arena against the fastest rival in each case; sorts also against the same algorithm in C++.</summary>
    public static IEnumerable<NativeRatio> Of(IReadOnlyList<NativeResult> native, IReadOnlyList<NativeResult> dotnet) =>
        from name in NativeTable.Cases
        from arena in dotnet
        where arena.Rival == NativeRace.Arena && arena.Case == name
        from rivals in native.Where(result => result.Case == name).GroupBy(IsKeySort).OrderBy(rivals => rivals.Key)
        let against = rivals.MinBy(result => result.Median)
        select new NativeRatio(name, against.Rival, arena.Median / against.Median);

    private static bool IsKeySort(NativeResult result) => result.Rival.EndsWith(KeySort, StringComparison.Ordinal);
}
