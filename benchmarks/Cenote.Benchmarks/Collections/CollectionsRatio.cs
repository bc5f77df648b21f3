using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <summary>Benchmarks of the collections with string keys.</summary>
internal sealed partial class CollectionsRatio : IRatioArea
{
    private const string Dictionary = "Dictionary";
    private const string Concurrent = "ConcurrentDictionary";
    private const string LockFree = "NonBlocking";
    private const string Frozen = "FrozenDictionary";
    private const string HashSet = "HashSet";
    private const string Compact = "compact";
    private const string Utf16 = "UTF-16";
    private const string PooledSet = "set";
    private const string ConcurrentPooled = "concurrent";

    private const string TimesDictionary = "x Dictionary";

    private const int LargeCount = 10_000_000;

    private static readonly int[] s_counts = [1_000, 100_000, 1_000_000];

    // The other groups of rows, in this order. They follow the rows for each kind and number of keys.
    private static readonly Func<IEnumerable<RatioRow>>[] s_others = [Threads, Utf8, LargeLookUps, LargeTables];

    // Slots need not be longer: tables and enumerators allocate too little to trigger a GC in every slot, and strings trigger
    // several.
    private static readonly TimeSpan s_longestRound = TimeSpan.FromMilliseconds(30);

    private static readonly SideBySideOptions s_cachedTiming = Timing.Short with { LongestRoundTime = s_longestRound };

    private static readonly SideBySideOptions s_timing = Timing.Quick with { LongestRoundTime = s_longestRound };

    private static readonly TimeSpan s_pauseOnceCompiled = TimeSpan.FromMilliseconds(10);

    public string Name => "collections";

    public string Description =>
        "dictionaries and sets with string keys in unmanaged memory against those of the framework: 1,000 to 10 M keys";

    public IEnumerable<RatioRow> Measure() =>
        Enum.GetValues<KeyKind>()
            .SelectMany(static kind => s_counts, static (kind, count) => (kind, count))
            .Where(static keys => KeySource.Has(keys.kind, keys.count))
            .SelectMany(static keys => Rows(keys.kind, keys.count))
            .Concat(s_others.SelectMany(static part => part()));

    private static IEnumerable<RatioRow> Rows(KeyKind kind, int count)
    {
        // The first two sizes of ids measure all rivals, which brings all code, including growth, to tier 1. Later rows therefore
        // need only short pauses for the JIT.
        bool first = kind == KeyKind.Ids && count <= 100_000;
        SideBySideOptions timing = count >= 100_000 ? s_timing : s_cachedTiming;
        if (!first)
        {
            timing = timing with { WarmupPause = s_pauseOnceCompiled };
        }

        string name = NameOf(kind, count);
        Keys keys = KeySource.Take(kind, 0, count);
        RatioRow[] builds = [.. Builds(name, keys, first, timing)];
        using var tables = new FilledTables(kind, keys, first);
        return
        [
            .. builds,
            .. LookUps(name, tables, timing),
            .. Enumeration(name, tables, timing),
            .. Churn(name, tables, timing),
        ];
    }

    private static IEnumerable<RatioRow> LargeLookUps()
    {
        using var tables = new FilledTables(KeyKind.Ids, KeySource.Take(KeyKind.Ids, 0, LargeCount), all: false);
        return LookUps(NameOf(KeyKind.Ids, LargeCount), tables, s_timing with { WarmupPause = s_pauseOnceCompiled });
    }

    private static string NameOf(KeyKind kind, int count) => Invariant($"{kind.ToString().ToLowerInvariant()} {count:N0}");

    /// <summary>
    /// A row for each rival except the baseline. The goal applies only to the two that use a PooledStringDictionary.
    /// </summary>
    private static IEnumerable<RatioRow> Rows(string group, Comparison comparison, double? limit) =>
        comparison.Rivals.Skip(1).Select(
            rival => RatioRow.Of(group, comparison, rival.Name, LimitOf(rival, limit), TimesDictionary));

    private static double? LimitOf(RivalResult rival, double? limit) =>
        rival.Name is Compact or Utf16 ? limit : null;
}
