using System.Globalization;
using System.Text.RegularExpressions;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// The parts of a page that come from reports. Each stands between two comments, of which the first says what it is:
/// <c>run AREA</c>, or <c>figures AREA/GROUP; unit=UNIT; rivals=ONE, OTHER; columns=WORD; means=no</c>, where all but the group
/// may be left out: the unit is then that of the group's first row, and the table ends with means.
/// </summary>
internal static partial class FigureBlocks
{
    private const string End = "<!-- end -->";

    [GeneratedRegex(
        @"<!-- (?<kind>run|figures) (?<area>[a-z0-9-]+)(?:/(?<group>[^;\n]+?))?(?<options>(?:; [^;\n]+?)*) -->\n.*?<!-- end -->",
        RegexOptions.Singleline)]
    private static partial Regex Block { get; }

    /// <summary>For tests: the areas that a page shows.</summary>
    public static string[] AreasOf(string page) =>
        [.. Block.Matches(page).Select(block => block.Groups["area"].Value).Distinct(StringComparer.Ordinal)];

    /// <summary>The page with its figures made anew.</summary>
    /// <param name="page">The text of the page.</param>
    /// <param name="reportOf">The report of an area; null leaves the area's blocks as they are.</param>
    public static string Fill(string page, Func<string, RatioReport?> reportOf) => Block.Replace(page, block =>
    {
        if (reportOf(block.Groups["area"].Value) is not { } report)
        {
            return block.Value;
        }

        string head = block.Value[..(block.Value.IndexOf('\n', StringComparison.Ordinal) + 1)];
        string content = block.Groups["kind"].Value == "run" ? Circumstances(report) : Figures(report, block);
        return $"{head}{content}{End}";
    });

    private static string Figures(RatioReport report, Match block)
    {
        string group = block.Groups["group"].Value;
        Dictionary<string, string> options = block.Groups["options"].Value
            .Split("; ", StringSplitOptions.RemoveEmptyEntries)
            .Select(option => option.Split('=', 2))
            .ToDictionary(option => option[0], option => option[1], StringComparer.Ordinal);
        RatioRow[] rows = [.. report.Rows.Where(row => row.Group == group)];
        if (rows.Length == 0)
        {
            throw new InvalidOperationException($"'{report.Area}' has no group '{group}'.");
        }

        string unit = options.GetValueOrDefault("unit", rows[0].Unit);
        string[]? rivals = options.GetValueOrDefault("rivals")?.Split(", ");
        RatioRow[] chosen = [.. rows.Where(row => row.Unit == unit && rivals?.Contains(row.Rival) != false)];
        bool hasMeans = options.GetValueOrDefault("means") != "no";
        return chosen.Length > 0
            ? $"\n{FigureTable.Of(chosen, options.GetValueOrDefault("columns"), hasMeans)}\n"
            : throw new InvalidOperationException($"'{report.Area}/{group}' has no such rows: {block.Groups["options"].Value}.");
    }

    private static string Circumstances(RatioReport report)
    {
        double low = report.Runs.Min(run => run.Nanoseconds.Min);
        double high = report.Runs.Max(run => run.Nanoseconds.Max);
        string runs = report.Runs.Count == 1 ? "One run" : $"The medians of {report.Runs.Count} runs";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"""
            {runs} of {report.Seconds:0} s, {report.Machine.Date:d MMMM yyyy}; the fixed loop took {low:0.0} to {high:0.0} ns
            ([result](../../benchmarks/results/{report.Area}/ratio.txt)).

            """).ReplaceLineEndings("\n");
    }
}
