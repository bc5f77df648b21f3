namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A .NET time relative to a C++ time.</summary>
/// <param name="Case">The case.</param>
/// <param name="Against">The C++ rival.</param>
/// <param name="Value">The ratio of the medians.</param>
internal sealed record NativeRatio(string Case, string Against, double Value)
{
    // The end of the names of rivals that use the arena's sort, written in C++.
    private const string KeySort = ", key sort";

    /// <summary>
    /// The arena against the fastest C++ rival in each case; the arena's sort also against the same algorithm in C++.
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
