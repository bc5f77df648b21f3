using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>Benchmarks of the object pools.</summary>
internal sealed partial class ObjectsRatio : IRatioArea
{
    private const string Microsoft = "Microsoft";
    private const string Policy = "policy";
    private const string Delegates = "delegates";
    private const string Arrays = "ArrayPool";
    private const string Slot = "raw slot";
    private const string New = "new";

    private const string TimesMicrosoft = "x Microsoft";
    private const string TimesSlot = "x raw slot";
    private const string TimesNew = "x new";

    public string Name => "objects";

    public string Description =>
        "the object pools against Microsoft's, ArrayPool and a thread-static field: one thread, many threads, many pools";

    public IEnumerable<RatioRow> Measure()
    {
        if (!TeddRival.IsCompiled)
        {
            Console.Error.WriteLine(
                $"{TeddRival.Name} is left out: build with -p:TeddObjectPool=FILE, the full path of its ObjectPool.cs.");
        }

        IEnumerable<RatioRow>[] parts =
            [
                Pairs(), CleanedPairs(), Leases(), DisposingPairs(), Nested(), PoolsInTurn(), Threads(), DisposingThreads(),
                HandOver(), Churn(), RealObjects(),
            ];
        return parts.SelectMany(part => part);
    }

    /// <summary>The goal, relative to the baseline, of a rival that must be this many times as fast.</summary>
    private static double Faster(double times) => 1 / times;

    private static Comparison Compare(string name, IPoolRivals rivals, SideBySideOptions timing, params Rival[] others) =>
        SideBySide.Run(
            name,
            rivals.Operations,
            [new(Microsoft, rivals.Microsoft), new(Policy, rivals.Policy), new(Delegates, rivals.Delegates), .. others],
            timing);

    /// <summary>A row for each rival except the baseline. The goal applies to the pool with a policy.</summary>
    private static IEnumerable<RatioRow> Rows(string group, Comparison comparison, double? limit, string unit = TimesMicrosoft) =>
        comparison.Rivals.Skip(1).Select(
            rival => RatioRow.Of(group, comparison, rival.Name, rival.Name == Policy ? limit : null, unit));
}
