namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A .NET time relative to a C++ time.</summary>
/// <param name="Case">The case.</param>
/// <param name="Against">The C++ rival.</param>
/// <param name="Value">The ratio of the medians.</param>
internal sealed record NativeRatio(string Case, string Against, double Value)
{
    // The suffix in the names of C++ rivals that sort with the arena's algorithm.
    private const string KeySort = ", key sort";

    /// <summary>
    /// For each case, the arena against the fastest C++ rival that does not sort with the arena's algorithm. For sorting, also
    /// the arena against the fastest C++ rival that does.
    /// </summary>
    public static IEnumerable<NativeRatio> Of(IReadOnlyList<NativeResult> native, IReadOnlyList<NativeResult> dotnet) =>
        from name in NativeTable.Cases
        from arena in dotnet
        where arena.Rival == NativeRace.Arena && arena.Case == name
        from rivals in native.Where(result => result.Case == name).GroupBy(IsKeySort).OrderBy(rivals => rivals.Key)
        let against = rivals.MinBy(result => result.Median)
        select new NativeRatio(name, against.Rival, arena.Median / against.Median);

    private static bool IsKeySort(NativeResult result) => result.Rival.EndsWith(KeySort, StringComparison.Ordinal);
}
