using System.Text;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>The page of missed goals, which the tables of figures do not show.</summary>
internal static class Goals
{
    private const string Head =
        """
        # Missed goals

        Many rows have a goal, which `ratio AREA` prints. This page, written by `publish`, lists the goals that the published
        results miss. The tables of [docs/benchmarks](../docs/benchmarks/README.md) show only the figures.

        """;

    /// <summary>Returns the whole page.</summary>
    public static string Of(IReadOnlyList<RatioReport> reports)
    {
        var page = new StringBuilder(Head.ReplaceLineEndings("\n"));
        var areas = reports
            .OrderBy(report => report.Area, StringComparer.Ordinal)
            .ThenBy(report => report.ProcessorName, StringComparer.Ordinal)
            .Select(report => (Report: report, Missed: report.Rows.Where(row => !row.IsMet).ToArray()))
            .Where(area => area.Missed.Length > 0);
        foreach ((RatioReport report, RatioRow[] missed) in areas)
        {
            int goals = report.Rows.Count(row => row.Limit is not null);
            page.Append($"\n## {report.Area}, {report.ProcessorName}: {missed.Length} of {goals}\n\n")
                .Append("| group | case | rival | value | goal | unit |\n|---|---|---|--:|--:|---|\n");
            foreach (RatioRow row in missed)
            {
                page.Append($"| {row.Group} | {row.Case} | {row.Rival} | {RatioText.Number(row.Value)} | ")
                    .Append($"{RatioText.Number(row.Limit!.Value)} | {row.Unit} |\n");
            }
        }

        return page.ToString();
    }
}
