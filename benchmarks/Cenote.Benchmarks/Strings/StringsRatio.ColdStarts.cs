using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <content>A new pool and its first strings; each rival runs in separate processes.</content>
internal sealed partial class StringsRatio
{
    private const int ColdProcesses = 9;

    private static IEnumerable<RatioRow> ColdStarts()
    {
        foreach (int length in new[] { 8, 32, 128, ColdStart.Mixed })
        {
            string strings = Invariant($"first 1,000 strings, {(length == ColdStart.Mixed ? "mixed sizes" : $"{length} chars")}");
            Dictionary<string, List<ColdStartResult>> results = ColdChildren(length);
            List<ColdStartResult> managed = results[ColdStart.Managed];
            yield return Cold(Refs, results[ColdStart.Refs], 1.2);
            yield return Cold(Contiguous, results[ColdStart.Contiguous], null);
            foreach ((string rival, List<ColdStartResult> own) in results)
            {
                var milliseconds = Spread.Of([.. own.Select(static result => result.FirstNanoseconds / 1e6)]);
                yield return RatioRow.Of("cold start", "nothing compiled, " + strings, rival, "ms", milliseconds, null);
            }

            RatioRow Cold(string rival, List<ColdStartResult> own, double? limit)
            {
                var ratios = Spread.Of([.. own.Zip(managed, static (mine, theirs) => mine.ColdNanoseconds / theirs.ColdNanoseconds)]);
                var baseline = Spread.Of([.. managed.Select(static result => result.ColdNanoseconds / ColdStart.Count)]);
                return RatioRow.Of("cold start", "cold start, " + strings, rival, RatioRow.TimesManaged, ratios, limit) with
                {
                    BaselineNanoseconds = baseline.Median,
                };
            }
        }
    }

    // The rivals take turns, so that a temporary slowdown affects all of them.
    private static Dictionary<string, List<ColdStartResult>> ColdChildren(int length)
    {
        var child = new ChildProcess(typeof(StringsRatio).Assembly);
        string[] kinds = [ColdStart.Managed, ColdStart.Refs, ColdStart.Contiguous];
        var results = kinds.ToDictionary(static kind => kind, static _ => new List<ColdStartResult>(), StringComparer.Ordinal);
        for (int process = 0; process < ColdProcesses; process++)
        {
            foreach (string kind in kinds)
            {
                results[kind].Add(child.RunAsync(
                    [ColdStart.Command, kind, length.ToString(CultureInfo.InvariantCulture)],
                    ColdStartJson.Default.ColdStartResult).GetAwaiter().GetResult());
            }
        }

        return results;
    }
}
