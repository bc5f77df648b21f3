using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Strings;

/// <summary>The figures of the string pools.</summary>
internal sealed class StringsRatio : IRatioArea
{
    private const string TimesManaged = RatioRow.TimesManaged;
    private const int LiveCount = 10_000_000;

    // Long calls are warm after a few; the pause between the passes is what lets the JIT finish.
    private static readonly SideBySideOptions s_quick = new() { Rounds = 9, WarmupTime = TimeSpan.FromMilliseconds(60) };
    private static readonly SideBySideOptions s_long = s_quick with { Rounds = 7 };

    // A million live strings: the collector owes for the garbage of a slot until long after, so the slots are longer.
    private static readonly SideBySideOptions s_longest = s_long with
    {
        RoundTime = TimeSpan.FromMilliseconds(250),
        LongestRoundTime = TimeSpan.FromMilliseconds(500),
    };

    public string Name => "strings";

    public IEnumerable<RatioRow> Measure() =>
        [.. PublishedPatterns(), .. LiveCollections(), .. Reads(), .. MixedSizes(), .. Replacements(), .. LargeStrings(), .. ColdStarts(), .. Drift()];

    private static IEnumerable<RatioRow> PublishedPatterns()
    {
        List<double> ratios = [];
        foreach (bool bulk in new[] { true, false })
        {
            foreach (int count in new[] { 1_000, 10_000 })
            {
                foreach (int length in new[] { 8, 32, 64, 128, 256 })
                {
                    using var patterns = new StringPatterns(count, length);
                    Comparison comparison = SideBySide.Run(
                        string.Create(CultureInfo.InvariantCulture, $"{(bulk ? "bulk" : "interleaved")} {count} x {length} chars"),
                        count,
                        bulk
                            ? [new("managed", patterns.BulkManaged), new("refs", patterns.BulkRefs)]
                            : [new("managed", patterns.InterleavedManaged), new("refs", patterns.InterleavedRefs)],
                        s_quick);
                    RatioRow row = RatioRow.Of("1", comparison, "refs", 0.95);
                    ratios.Add(row.Value);
                    yield return row;
                    if (!bulk)
                    {
                        double bytes = comparison["refs"].AllocatedBytes;
                        yield return new RatioRow("1", comparison.Name + ", allocated", "refs", "B/string", bytes, bytes, bytes, 0);
                    }
                }
            }
        }

        double mean = Math.Exp(ratios.Average(Math.Log));
        yield return new RatioRow("1", "geometric mean of the 20 cells", "refs", TimesManaged, mean, ratios.Min(), ratios.Max(), 0.70);
    }

    private static IEnumerable<RatioRow> LiveCollections()
    {
        LiveCollectionResult[] managed = Children(LiveCollection.Managed);
        LiveCollectionResult[] ids = Children(LiveCollection.Ids);
        LiveCollectionResult[] refs = Children(LiveCollection.Refs);
        const string Case = "10 M live strings, ";
        yield return Ratios(Case + "build", "ids", ids, managed, result => result.BuildMilliseconds, 0.5);
        yield return Ratios(Case + "build", "refs", refs, managed, result => result.BuildMilliseconds, null);
        yield return Ratios(Case + "resident", "ids", ids, managed, result => result.ResidentBytes, 0.95);
        yield return Ratios(Case + "resident", "refs", refs, managed, result => result.ResidentBytes, null);
        yield return Absolute(Case + "full GC", "ids", ids, "ms", result => result.FullCollectionMilliseconds, 1);
        yield return Absolute(Case + "full GC", "refs", refs, "ms", result => result.FullCollectionMilliseconds, null);
        yield return Absolute(Case + "full GC", "managed", managed, "ms", result => result.FullCollectionMilliseconds, null);
    }

    private static IEnumerable<RatioRow> Reads()
    {
        foreach (int count in new[] { 1_000_000, 1_024 })
        {
            using var patterns = new ReadPatterns(count, seed: 42);
            bool cached = count < 100_000;
            string where = cached ? "1,024 strings in cache" : "1 M strings in random order";
            Comparison touch = SideBySide.Run(
                "touch " + where,
                count,
                [new("managed", patterns.TouchManaged), new("ids", patterns.TouchIds), new("refs", patterns.TouchRefs), new("batch", patterns.TouchBatch)],
                s_long);
            yield return RatioRow.Of("4", touch, "ids", 1.8);
            yield return RatioRow.Of("4", touch, "refs", cached ? 2.1 : 2.2);
            yield return RatioRow.Of("4", touch, "batch", cached ? null : 1.3);
            Comparison hash = SideBySide.Run(
                "hash " + where,
                count,
                [new("managed", patterns.HashManaged), new("ids", patterns.HashIds), new("refs", patterns.HashRefs), new("batch", patterns.HashBatch)],
                s_long);
            foreach (string rival in new[] { "ids", "refs", "batch" })
            {
                yield return RatioRow.Of("4", hash, rival, cached ? null : 1.05);
            }
        }
    }

    private static IEnumerable<RatioRow> MixedSizes()
    {
        foreach (int count in new[] { 1_000, 10_000 })
        {
            using var patterns = new MixedPatterns(count, seed: 7);
            Comparison bulk = SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"mixed sizes, bulk {count}"),
                count,
                [new("managed", patterns.BulkManaged), new("refs", patterns.BulkRefs)],
                s_quick);
            yield return RatioRow.Of("5", bulk, "refs", 0.9);
            Comparison interleaved = SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"mixed sizes, interleaved {count}"),
                count,
                [new("managed", patterns.InterleavedManaged), new("refs", patterns.InterleavedRefs)],
                s_quick);
            yield return RatioRow.Of("5", interleaved, "refs", 0.9);
        }
    }

    private static IEnumerable<RatioRow> Replacements()
    {
        foreach ((int live, double limit) in new[] { (500, 1.0), (50_000, 1.3), (1_000_000, 0.9) })
        {
            using var patterns = new ReplacementPatterns(live, seed: 11);
            Comparison comparison = SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"replacing at random, {live} live"),
                ReplacementPatterns.Operations,
                [new("managed", patterns.ReplaceManaged), new("refs", patterns.ReplaceRefs), new("ids", patterns.ReplaceIds)],
                live < 1_000_000 ? s_long : s_longest);
            yield return RatioRow.Of("5", comparison, "refs", limit);
            yield return RatioRow.Of("5", comparison, "ids", limit);
        }
    }

    private static IEnumerable<RatioRow> LargeStrings()
    {
        const int Count = 1_000;
        foreach (int length in new[] { 129, 256, 1_000, 4_000 })
        {
            using var patterns = new StringPatterns(Count, length);
            Comparison bulk = SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"large, bulk {Count} x {length} chars"),
                Count,
                [new("managed", patterns.BulkManaged), new("refs", patterns.BulkRefs)],
                s_quick);
            yield return RatioRow.Of("5", bulk, "refs", 0.7);
            Comparison interleaved = SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"large, interleaved {Count} x {length} chars"),
                Count,
                [new("managed", patterns.InterleavedManaged), new("refs", patterns.InterleavedRefs)],
                s_quick);
            yield return RatioRow.Of("5", interleaved, "refs", 0.7);
        }
    }

    private static IEnumerable<RatioRow> ColdStarts()
    {
        foreach (int length in new[] { 8, 32, 128, ColdStart.Mixed })
        {
            var patterns = new ColdStart(length);
            Comparison comparison = SideBySide.Run(
                $"cold start, first 1,000 strings, {(length == ColdStart.Mixed ? "mixed sizes" : $"{length} chars")}",
                ColdStart.Count,
                [new("managed", patterns.Managed), new("refs", patterns.Refs)],
                s_quick);
            yield return RatioRow.Of("5", comparison, "refs", 1.2);
        }
    }

    private static IEnumerable<RatioRow> Drift()
    {
        foreach (DriftPhase phase in SizeDrift.Run(seed: 3))
        {
            yield return new RatioRow("5", phase.Name, "pool / live text", "x text", phase.BytesPerTextByte, phase.BytesPerTextByte, phase.BytesPerTextByte, phase.IsLast ? 1.5 : null);
        }
    }

    private static LiveCollectionResult[] Children(string kind)
    {
        var child = new ChildProcess(typeof(StringsRatio).Assembly);
        return [.. Enumerable.Range(0, 3).Select(_ => child.RunAsync(
            [LiveCollection.Command, kind, LiveCount.ToString(CultureInfo.InvariantCulture)],
            RatioJson.Default.LiveCollectionResult).GetAwaiter().GetResult())];
    }

    private static RatioRow Ratios(
        string name, string rival, LiveCollectionResult[] own, LiveCollectionResult[] baseline, Func<LiveCollectionResult, double> value, double? limit)
    {
        var spread = Spread.Of([.. own.Zip(baseline, (mine, theirs) => value(mine) / value(theirs))]);
        return new RatioRow("3", name, rival, TimesManaged, spread.Median, spread.LowerQuartile, spread.UpperQuartile, limit);
    }

    private static RatioRow Absolute(string name, string rival, LiveCollectionResult[] own, string unit, Func<LiveCollectionResult, double> value, double? limit)
    {
        var spread = Spread.Of([.. own.Select(value)]);
        return new RatioRow("3", name, rival, unit, spread.Median, spread.LowerQuartile, spread.UpperQuartile, limit);
    }
}
