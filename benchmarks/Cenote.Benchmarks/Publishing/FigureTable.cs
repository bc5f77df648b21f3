using System.Text;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// Formats rows as a Markdown table, with a line for each case and a column for each rival. A cell has the value, or the lowest
/// and the highest if several processors were measured, after a tilde if runs differ by more than a quarter.
/// </summary>
internal static class FigureTable
{
    /// <summary>The table; each line ends with a line feed.</summary>
    /// <param name="processors">The rows of each processor, all with the same unit.</param>
    /// <param name="columns">
    /// A word: the comma-separated part of a case that contains it becomes a column. Null for one column per rival.
    /// </param>
    /// <param name="hasMeans">
    /// Whether to add the geometric mean and the worst value of several ratios; false for dissimilar cases.
    /// </param>
    public static string Of(IReadOnlyList<RatioRow[]> processors, string? columns, bool hasMeans = true)
    {
        RatioRow[] rows = [.. processors.SelectMany(row => row)];
        string[] headings = [.. rows.Select(row => ColumnOf(row, columns)).Distinct(StringComparer.Ordinal)];
        bool hasBaseline = rows.Any(row => row.BaselineNanoseconds is not null);
        string unit = rows[0].Unit;

        var text = new StringBuilder();
        AppendLine(text, [unit, .. headings], hasBaseline ? $"{NameOf(unit)}, ns" : null);
        AppendLine(text, Enumerable.Repeat("---", 1 + headings.Length), hasBaseline ? "---" : null);
        IGrouping<string, RatioRow>[] lines = [.. rows.GroupBy(row => LineOf(row, columns), StringComparer.Ordinal)];
        foreach (IGrouping<string, RatioRow> line in lines)
        {
            IEnumerable<string> cells = headings.Select(heading => Cell([.. line.Where(row => ColumnOf(row, columns) == heading)]));
            string? baselines = hasBaseline ? Range(line.Select(row => row.BaselineNanoseconds).OfType<double>()) : null;
            AppendLine(text, [line.Key, .. cells], baselines);
        }

        if (hasMeans && rows[0].IsRatio && lines.Length > 1)
        {
            AppendLine(text, ["*geometric mean*", .. headings.Select(Means)], hasBaseline ? "" : null);
            AppendLine(text, ["*worst*", .. headings.Select(Worst)], hasBaseline ? "" : null);
        }

        return text.ToString();

        // The mean of a processor that lacks some of the rows would not be comparable.
        string Means(string heading)
        {
            RatioRow[][] columnOf =
                [.. processors.Select(each => each.Where(row => ColumnOf(row, columns) == heading).ToArray())];
            int most = columnOf.Max(column => column.Length);
            return Range(columnOf.Where(column => column.Length == most).Select(RatioRow.GeometricMean));
        }

        string Worst(string heading) =>
            RatioText.Number(rows.Where(row => ColumnOf(row, columns) == heading).Max(row => row.Value));
    }

    private static string Cell(RatioRow[] rows) =>
        $"{(rows.Any(row => row.IsUnsteady) ? "~" : "")}{Range(rows.Select(row => row.Value))}";

    private static string Range(IEnumerable<double> values)
    {
        string[] texts = [.. values.Order().Select(RatioText.Number).Distinct(StringComparer.Ordinal)];
        return texts switch
        {
            [] => "",
            [string only] => only,
            [string least, .., string most] => $"{least}–{most}",
        };
    }

    private static string ColumnOf(RatioRow row, string? word) =>
        word is null ? row.Rival : $"{row.Rival}, {PartsOf(row, word, contains: true)}";

    private static string LineOf(RatioRow row, string? word) => word is null ? row.Case : PartsOf(row, word, contains: false);

    private static string PartsOf(RatioRow row, string word, bool contains) => string.Join(
        ", ", row.Case.Split(", ").Where(part => part.Contains(word, StringComparison.Ordinal) == contains));

    private static string NameOf(string unit) => unit.StartsWith("x ", StringComparison.Ordinal) ? unit[2..] : unit;

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells, string? last) =>
        text.Append("| ").AppendJoin(" | ", last is null ? cells : cells.Append(last)).Append(" |\n");
}
