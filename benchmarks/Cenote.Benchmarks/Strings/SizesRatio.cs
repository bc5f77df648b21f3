using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <summary>The published patterns with strings of 8 to 4,096 chars: which rival is fastest at which length.</summary>
internal sealed class SizesRatio : IRatioArea
{
    private const int Count = 1_000;
    private const string Managed = "managed";

    // Rivals this close to the fastest count as equally fast.
    private const double Close = 1.05;

    private static readonly int[] s_lengths = [8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096];
    private static readonly string[] s_rivals = ["managed copy", "segmented", "contiguous"];

    public string Name => "sizes";

    public string Description => "the bulk and interleaved patterns from 8 to 4,096 chars: which rival is fastest at which length";

    public IEnumerable<RatioRow> Measure() =>
        from pattern in PatternNames.All
        from length in s_lengths
        let comparison = Compare(pattern, length)
        from rival in s_rivals
        select RatioRow.Of(pattern.Name(), comparison, rival, null);

    public string Summarize(IReadOnlyList<RatioRow> rows)
    {
        var table = new TextTable(["ns per string", Managed, .. s_rivals, "fastest"]);
        foreach (IGrouping<string, RatioRow> cell in rows.GroupBy(row => row.Case, StringComparer.Ordinal))
        {
            double managed = cell.First().BaselineNanoseconds!.Value;
            (string Rival, double Ratio)[] rivals = [(Managed, 1), .. cell.Select(row => (row.Rival, row.Value))];
            double close = Close * rivals.Min(rival => rival.Ratio);
            IEnumerable<string> fastest = rivals.Where(rival => rival.Ratio <= close).Select(rival => rival.Rival);
            table.Add([
                cell.Key,
                .. rivals.Select(rival => (rival.Ratio * managed).ToString("0.0", CultureInfo.InvariantCulture)),
                string.Join(", ", fastest)]);
        }

        return table.ToString();
    }

    private static Comparison Compare(Pattern pattern, int length)
    {
        using var rivals = new StringRivals<OneText>(Count, new OneText(length));
        return SideBySide.Run(
            Invariant($"{pattern.Name()}, {length} chars"),
            Count,
            [
                new(Managed, () => rivals.Filled(pattern)),
                new(s_rivals[0], () => rivals.Copied(pattern)),
                new(s_rivals[1], () => rivals.Refs(pattern)),
                new(s_rivals[2], () => rivals.Contiguous(pattern)),
            ],
            Timing.Quick);
    }
}
