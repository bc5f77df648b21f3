using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Measurement;
using Cenote.Strings;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <content>Memory: ten million live strings in separate processes, and memory that pools hold when sizes drift.</content>
internal sealed partial class StringsRatio
{
    private const string ManyLive = "many live";
    private const int LiveCount = 10_000_000;
    private const int Processes = 2;

    private static IEnumerable<RatioRow> LiveCollections()
    {
        LiveCollectionResult[] managed = Children(LiveCollection.Managed);
        LiveCollectionResult[] ids = Children(LiveCollection.Ids);
        LiveCollectionResult[] refs = Children(LiveCollection.Refs);
        yield return Relative("build", Ids, ids, result => result.BuildMilliseconds, 0.5);
        yield return Relative("build", Refs, refs, result => result.BuildMilliseconds, null);
        yield return Relative("resident", Ids, ids, result => result.ResidentBytes, 0.95);
        yield return Relative("resident", Refs, refs, result => result.ResidentBytes, null);
        yield return FullCollection(Ids, ids, 1);
        yield return FullCollection(Refs, refs, null);
        yield return FullCollection(Managed, managed, null);

        RatioRow Relative(
            string what, string rival, LiveCollectionResult[] own, Func<LiveCollectionResult, double> value, double? limit)
        {
            var ratios = Spread.Of([.. own.Zip(managed, (mine, theirs) => value(mine) / value(theirs))]);
            return RatioRow.Of(ManyLive, "10 M live strings, " + what, rival, RatioRow.TimesManaged, ratios, limit);
        }
    }

    private static IEnumerable<RatioRow> Drift()
    {
        using (var pool = new SegmentedStringPool())
        {
            var shelf = new RefShelf(pool, new PooledStringRef[SizeDrift.Live]);
            foreach (RatioRow row in Rows("segmented", SizeDrift.Run(shelf, pool.GetStatistics, seed: 3), 1.5))
            {
                yield return row;
            }
        }

        using (UnmanagedStringPool pool = Pools.Contiguous())
        {
            var shelf = new ContiguousShelf(pool, new PooledString[SizeDrift.Live]);
            foreach (RatioRow row in Rows(Contiguous, SizeDrift.Run(shelf, pool.GetStatistics, seed: 3), null))
            {
                yield return row;
            }
        }

        static IEnumerable<RatioRow> Rows(string rival, IEnumerable<double> held, double? limitOfLast) =>
            held.Select((value, index) =>
            {
                (int shortest, int longest) = SizeDrift.Phases[index];
                return RatioRow.Once(
                    "drift",
                    Invariant($"sizes drift, phase {index + 1}: {shortest} to {longest} chars, held"),
                    rival,
                    "x live text",
                    value,
                    index == SizeDrift.Phases.Length - 1 ? limitOfLast : null);
            });
    }

    private static LiveCollectionResult[] Children(string kind)
    {
        var child = new ChildProcess(typeof(StringsRatio).Assembly);
        return [.. Enumerable.Range(0, Processes).Select(_ => child.RunAsync(
            [LiveCollection.Command, kind, LiveCount.ToString(CultureInfo.InvariantCulture)],
            RatioJson.Default.LiveCollectionResult).GetAwaiter().GetResult())];
    }

    private static RatioRow FullCollection(string rival, LiveCollectionResult[] results, double? limit) => RatioRow.Of(
        ManyLive,
        "10 M live strings, full GC",
        rival,
        "ms",
        Spread.Of([.. results.Select(result => result.FullCollectionMilliseconds)]),
        limit);
}
