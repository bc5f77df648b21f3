using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <summary>The figures of the collections with string keys.</summary>
internal sealed partial class CollectionsRatio : IRatioArea
{
    private const string Dictionary = "Dictionary";
    private const string Concurrent = "ConcurrentDictionary";
    private const string Frozen = "FrozenDictionary";
    private const string HashSet = "HashSet";
    private const string Compact = "compact";
    private const string Utf16 = "UTF-16";
    private const string PooledSet = "set";
    private const string ConcurrentPooled = "concurrent";

    private const string TimesDictionary = "x Dictionary";

    // What is asked and replaced in one call, so that a call takes some milliseconds.
    private const int LargestPart = 100_000;

    private static readonly int[] s_counts = [1_000, 100_000, 1_000_000];

    public string Name => "collections";

    public string Description => "dictionaries and sets with string keys in unmanaged memory against those of the framework: 1,000 to 10 M keys";

    public IEnumerable<RatioRow> Measure() =>
        Enum.GetValues<KeyKind>()
            .SelectMany(static kind => s_counts, static (kind, count) => (kind, count))
            .Where(static keys => KeySource.Has(keys.kind, keys.count))
            .SelectMany(static keys => Rows(keys.kind, keys.count))
            .Concat(Threads())
            .Concat(LargeLookUps())
            .Concat(LargeTables());

    private static IEnumerable<RatioRow> Rows(KeyKind kind, int count)
    {
        IEnumerable<RatioRow>[] parts = [LookUps(kind, count), Builds(kind, count), Churn(kind, count), Enumeration(kind, count)];
        return parts.SelectMany(static part => part);
    }

    private static string NameOf(KeyKind kind, int count) => Invariant($"{kind.ToString().ToLowerInvariant()} {count:N0}");

    private static SideBySideOptions TimingOf(int count) => count >= 100_000 ? Timing.Quick : Timing.Short;

    /// <summary>A row for each rival but the baseline. The limit is that of the pooled dictionaries.</summary>
    private static IEnumerable<RatioRow> Rows(string figure, Comparison comparison, double? limit) => comparison.Rivals.Skip(1).Select(
        rival => RatioRow.Of(figure, comparison, rival.Name, rival.Name is Compact or Utf16 ? limit : null, TimesDictionary));

    private static IEnumerable<RatioRow> Allocations(string figure, Comparison comparison) => new[] { Compact, Utf16, PooledSet, ConcurrentPooled }
        .Select(rival => RatioRow.Once(figure, comparison.Name + ", allocated", rival, "B/op", comparison[rival].AllocatedBytes, 0));
}
