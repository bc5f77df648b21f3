using System.Globalization;
using System.Text;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// Rows of a report as a table of a page: a line for each case, a column for each rival. What misses its limit is bold.
/// </summary>
internal static class FigureTable
{
    /// <summary>The table, each line with a line feed.</summary>
    /// <param name="rows">Rows of one unit.</param>
    /// <param name="columns">
    /// A word: the part of a case that contains it, between commas, becomes a column; null for columns of rivals alone.
    /// </param>
    /// <param name="hasMeans">Whether ratios of several cases have a mean, which those of unlike things have not.</param>
    public static string Of(IReadOnlyList<RatioRow> rows, string? columns, bool hasMeans = true)
    {
        string[] headings = [.. rows.Select(row => ColumnOf(row, columns)).Distinct(StringComparer.Ordinal)];
        double?[] limits = [.. headings.Select(heading => CommonLimit(rows.Where(row => ColumnOf(row, columns) == heading)))];
        bool hasBaseline = rows.Any(row => row.BaselineNanoseconds is not null);
        string unit = rows[0].Unit;

        var text = new StringBuilder();
        IEnumerable<string> titles =
            headings.Zip(limits, (heading, limit) => limit is { } most ? $"{heading} (≤ {Plain(most)})" : heading);
        AppendLine(text, [unit, .. titles, .. hasBaseline ? [$"{NameOf(unit)}, ns"] : Array.Empty<string>()]);
        AppendLine(text, Enumerable.Repeat("---", 1 + headings.Length + (hasBaseline ? 1 : 0)));
        foreach (IGrouping<string, RatioRow> line in rows.GroupBy(row => LineOf(row, columns), StringComparer.Ordinal))
        {
            IEnumerable<string> cells = headings.Select((heading, i) =>
                Cell(line.FirstOrDefault(row => ColumnOf(row, columns) == heading), limits[i]));
            string baseline = line.First().BaselineNanoseconds is { } nanoseconds ? RatioText.Number(nanoseconds) : "";
            AppendLine(text, [line.Key, .. cells, .. hasBaseline ? [baseline] : Array.Empty<string>()]);
        }

        bool hasLines = rows.Select(row => LineOf(row, columns)).Distinct(StringComparer.Ordinal).Skip(1).Any();
        if (hasMeans && rows[0].IsRatio && hasLines)
        {
            AppendEnd("geometric mean", RatioRow.GeometricMean);
            AppendEnd("worst", column => column.Max(row => row.Value));
        }

        return text.ToString();

        void AppendEnd(string name, Func<IEnumerable<RatioRow>, double> of)
        {
            IEnumerable<string> cells =
                headings.Select(heading => RatioText.Number(of(rows.Where(row => ColumnOf(row, columns) == heading))));
            AppendLine(text, [$"*{name}*", .. cells, .. hasBaseline ? [""] : Array.Empty<string>()]);
        }
    }

    // A limit that is not that of the whole column stands beside the value.
    private static string Cell(RatioRow? row, double? limitOfColumn)
    {
        if (row is null)
        {
            return "";
        }

        string value = row.IsMet ? RatioText.Number(row.Value) : $"**{RatioText.Number(row.Value)}**";
        return row.Limit is { } limit && limitOfColumn is null ? $"{value} of {Plain(limit)}" : value;
    }

    private static double? CommonLimit(IEnumerable<RatioRow> column)
    {
        double?[] limits = [.. column.Select(row => row.Limit).Distinct()];
        return limits.Length == 1 ? limits[0] : null;
    }

    private static string ColumnOf(RatioRow row, string? word) =>
        word is null ? row.Rival : $"{row.Rival}, {PartsOf(row, word, contains: true)}";

    private static string LineOf(RatioRow row, string? word) => word is null ? row.Case : PartsOf(row, word, contains: false);

    private static string PartsOf(RatioRow row, string word, bool contains) => string.Join(
        ", ", row.Case.Split(", ").Where(part => part.Contains(word, StringComparison.Ordinal) == contains));

    private static string NameOf(string unit) => unit.StartsWith("x ", StringComparison.Ordinal) ? unit[2..] : unit;

    private static string Plain(double limit) => limit.ToString("0.0##", CultureInfo.InvariantCulture);

    private static void AppendLine(StringBuilder text, IEnumerable<string> cells) =>
        text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");
}
