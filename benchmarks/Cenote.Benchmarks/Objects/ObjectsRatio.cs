using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>The figures of the object pools.</summary>
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

    public string Description => "the object pools against Microsoft's, ArrayPool and a thread-static field: one thread, many threads, many pools";

    public IEnumerable<RatioRow> Measure()
    {
        IEnumerable<RatioRow>[] parts = [Pairs(), CleanedPairs(), Leases(), Nested(), PoolCounts(), Threads(), HandOver(), Churn(), RealObjects()];
        return parts.SelectMany(part => part);
    }

    /// <summary>How many times as fast as Microsoft's pool it is on several threads, which depends on how many run at the same time.</summary>
    public string Summarize(IReadOnlyList<RatioRow> rows)
    {
        var table = new TextTable(["times as fast as Microsoft", .. s_pairsPerThread.Select(PairsEach)]);
        foreach (int threads in s_threads)
        {
            table.Add([ThreadsName(threads), .. s_pairsPerThread.Select(pairs => TimesAsFast(ThreadsName(threads) + ", " + PairsEach(pairs)))]);
        }

        return string.Create(
            CultureInfo.InvariantCulture,
            $"{table}\n{Environment.ProcessorCount} cores: the more, the longer do threads wait for each other in a pool that they share.\n");

        string TimesAsFast(string name)
        {
            double ratio = rows.First(row => row.Case == name && row.Rival == Policy).Value;
            return (1 / ratio).ToString("0.0", CultureInfo.InvariantCulture);
        }
    }

    /// <summary>What a rival may take at most, relative to the baseline, to be that many times as fast.</summary>
    private static double Faster(double times) => 1 / times;

    private static IEnumerable<RatioRow> Rows(string figure, Comparison comparison, string unit, double? limit, params string[] others) =>
        others.Select(rival => RatioRow.Of(figure, comparison, rival, null, unit)).Prepend(RatioRow.Of(figure, comparison, Policy, limit, unit));
}
