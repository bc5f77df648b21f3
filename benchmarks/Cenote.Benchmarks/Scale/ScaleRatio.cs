using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Scale;

/// <summary>How cost grows from ten thousand to a hundred million entries.</summary>
internal sealed class ScaleRatio : IRatioArea
{
    private static readonly int[] s_counts = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

    private static readonly string[] s_kinds =
    [
        ScaleRun.Dictionary, ScaleRun.Pooled, ScaleRun.Set, ScaleRun.Interner, ScaleRun.Pool, ScaleRun.Cache, ScaleRun.Numbers,
        ScaleRun.Native,
    ];

    public string Name => "scale";

    public string Description => "dictionaries, a set, an interner, a pool and a cache of 10,000 to 100 million entries; needs 16 GB";

    public IEnumerable<RatioRow> Measure()
    {
        var child = new ChildProcess(typeof(ScaleRatio).Assembly);
        foreach (int count in s_counts)
        {
            string entries = Invariant($"{count:N0} entries");
            foreach (string kind in s_kinds)
            {
                ScaleResult result = child.RunAsync(
                    [ScaleRun.Command, kind, count.ToString(CultureInfo.InvariantCulture)],
                    RatioJson.Default.ScaleResult).GetAwaiter().GetResult();
                yield return RatioRow.Once("build", entries, kind, "ns", result.BuildNanoseconds, null);
                yield return RatioRow.Once("hit", entries, kind, "ns", result.FindNanoseconds, null);
                yield return RatioRow.Once("memory", entries, kind, "bytes an entry", result.BytesPerEntry, null);
                yield return RatioRow.Once("full GC", entries, kind, "ms", result.FullCollectionMilliseconds, null);
            }
        }
    }
}
