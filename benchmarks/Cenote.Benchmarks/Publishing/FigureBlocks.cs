using System.Globalization;
using System.Text.RegularExpressions;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>
/// The parts of a page that are generated from reports, each between two comments. The first comment is <c>run AREA</c>, or
/// <c>figures AREA/GROUP; unit=UNIT; rivals=ONE, OTHER; columns=WORD; means=no</c>, with optional settings after the group. By
/// default, the unit is that of the group's first row, and the table ends with means.
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

    /// <summary>Returns the page with updated figures.</summary>
    /// <param name="page">The content of the page.</param>
    /// <param name="reportsOf">The reports of an area, one per processor; if there are none, the area's blocks are left
    /// unchanged.</param>
    public static string Fill(string page, Func<string, IReadOnlyList<RatioReport>> reportsOf) => Block.Replace(page, block =>
    {
        if (reportsOf(block.Groups["area"].Value) is not [_, ..] reports)
        {
            return block.Value;
        }

        string head = block.Value[..(block.Value.IndexOf('\n', StringComparison.Ordinal) + 1)];
        string content = block.Groups["kind"].Value == "run" ? Circumstances(reports) : Figures(reports, block);
        return $"{head}{content}{End}";
    });

    private static string Figures(IReadOnlyList<RatioReport> reports, Match block)
    {
        string area = block.Groups["area"].Value;
        string group = block.Groups["group"].Value;
        Dictionary<string, string> options = block.Groups["options"].Value
            .Split("; ", StringSplitOptions.RemoveEmptyEntries)
            .Select(option => option.Split('=', 2))
            .ToDictionary(option => option[0], option => option[1], StringComparer.Ordinal);
        RatioRow[][] rows = [.. reports.Select(report => report.Rows.Where(row => row.Group == group).ToArray())];
        if (rows.FirstOrDefault(each => each.Length > 0) is not [RatioRow first, ..])
        {
            throw new InvalidOperationException($"'{area}' has no group '{group}'.");
        }

        string unit = options.GetValueOrDefault("unit", first.Unit);
        string[]? rivals = options.GetValueOrDefault("rivals")?.Split(", ");
        RatioRow[][] chosen =
            [.. rows.Select(each => each.Where(row => row.Unit == unit && rivals?.Contains(row.Rival) != false).ToArray())];
        bool hasMeans = options.GetValueOrDefault("means") != "no";
        return chosen.Any(each => each.Length > 0)
            ? $"\n{FigureTable.Of(chosen, options.GetValueOrDefault("columns"), hasMeans)}\n"
            : throw new InvalidOperationException($"'{area}/{group}' has no such rows: {block.Groups["options"].Value}.");
    }

    private static string Circumstances(IReadOnlyList<RatioReport> reports) =>
        $"\n{string.Concat(reports.Select(Circumstances))}\n";

    private static string Circumstances(RatioReport report)
    {
        double low = report.Runs.Min(run => run.Nanoseconds.Min);
        double high = report.Runs.Max(run => run.Nanoseconds.Max);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"""
            - {report.ProcessorName}, {report.Machine.Date:d MMMM yyyy}: medians of {report.Runs.Count} runs of {report.Seconds:0} s; calibration loop: {low:0.0} to {high:0.0} ns per string
              ([result](../../benchmarks/results/{ResultFolder.NameOf(report)}/{report.Area}/ratio.txt))

            """).ReplaceLineEndings("\n");
    }
}
