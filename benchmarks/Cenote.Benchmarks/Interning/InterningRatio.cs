using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <summary>Benchmarks of the interners.</summary>
internal sealed partial class InterningRatio : IRatioArea
{
    private const string Dictionary = "ConcurrentDictionary";
    private const string Exact = "exact";
    private const string Weak = "weak";
    private const string Bounded = "bounded";
    private const string Toolkit = "CommunityToolkit";
    private const string LockedSet = "HashSet + lock";
    private const string Runtime = "string.Intern";
    private const string Build = "StringTools";

    private const string TimesDictionary = "x ConcurrentDictionary";
    private const string TimesToolkit = "x CommunityToolkit";

    private static readonly int[] s_counts = [6, 1_000, 100_000];
    private static readonly int[] s_threads = [1, 2, 4, 8];

    // There are many cells, so each gets little time. The JIT finishes during the first cells, and hits create no garbage.
    private static readonly SideBySideOptions s_timing = Timing.Short with
    {
        Rounds = 7,
        WarmupTime = TimeSpan.FromMilliseconds(4),
        WarmupPause = TimeSpan.Zero,
    };

    public string Name => "interning";

    public string Description => "interners against ConcurrentDictionary, the Community Toolkit, string.Intern and MSBuild: "
        + "hits, misses, UTF-8, bounds, floods, ids";

    public IEnumerable<RatioRow> Measure()
    {
        WarmUp();

        // Some rivals never release strings: rows that add strings come first, while little is live.
        return Utf8().Concat(Utf8Keys()).Concat(Misses()).Concat(Bounds()).Concat(Floods()).Concat(Ids()).Concat(Hits())
            .Concat(RuntimeTable()).Concat(Others());
    }

    private static string NameOf(int length, int distinct, bool zipf, int threads) =>
        Invariant($"{length} chars, {distinct:N0} {(zipf ? "zipf" : "uniform")}, {threads} thread{(threads > 1 ? "s" : "")}");

    private static double GeometricMean(IEnumerable<double> values) => Math.Exp(values.Average(Math.Log));

    private static void WarmUp()
    {
        MixedLengths.WarmUp();
        SideBySideOptions timing = Timing.Quick with { Rounds = 1 };
        foreach (int length in InternTexts.Lengths)
        {
            _ = CompareAll(new InternTexts(length, 1_000, zipf: true), "warm-up", timing);
        }
    }
}
