using System.Text;

namespace Cenote.Measurement;

/// <summary>
/// A plain-text table with aligned columns: the first one left-aligned, the others right-aligned. Not thread-safe.
/// </summary>
public sealed class TextTable
{
    private const string Gap = "  ";

    private readonly List<string[]> _rows = [];

    /// <summary>Creates a table.</summary>
    /// <param name="headers">The column headers.</param>
    public TextTable(params string[] headers)
    {
        ArgumentNullException.ThrowIfNull(headers);
        _rows.Add(headers);
    }

    /// <summary>Adds a row.</summary>
    /// <param name="cells">One cell for each column.</param>
    /// <exception cref="ArgumentException">The number of cells differs from the number of headers.</exception>
    public void Add(params string[] cells)
    {
        ArgumentNullException.ThrowIfNull(cells);
        if (cells.Length != _rows[0].Length)
        {
            throw new ArgumentException(
                $"The row has {cells.Length} cells, but the table has {_rows[0].Length} columns.", nameof(cells));
        }

        _rows.Add(cells);
    }

    /// <summary>
    /// Formats the table: a line of headers, a line of dashes, and a line per row. Each line ends with a line feed, without
    /// trailing spaces.
    /// </summary>
    public override string ToString()
    {
        int[] widths = [.. Enumerable.Range(0, _rows[0].Length).Select(column => _rows.Max(row => row[column].Length))];
        var text = new StringBuilder();
        AppendRow(text, _rows[0], widths);
        AppendRow(text, [.. widths.Select(width => new string('-', width))], widths);
        foreach (string[] row in _rows.Skip(1))
        {
            AppendRow(text, row, widths);
        }

        return text.ToString();
    }

    /// <summary>Creates the table of a comparison: time, ratio and spread, allocation and collections of each rival.</summary>
    /// <param name="comparison">The comparison.</param>
    public static TextTable Of(Comparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var table = new TextTable(
            comparison.Name, "time/op", "ratio", "95 %", "min..max", "alloc/op",
            "gen0", "gen1", "gen2", "pause", "longest", "verdict");
        foreach (RivalResult rival in comparison.Rivals)
        {
            CollectionStatistics collections = rival.Collections;
            table.Add(
                rival.Name,
                Units.Time(rival.Nanoseconds.Median),
                Units.Ratio(rival.Ratio.Median),
                $"{Units.Ratio(rival.RatioInterval.Lower)}..{Units.Ratio(rival.RatioInterval.Upper)}",
                $"{Units.Ratio(rival.Ratio.Min)}..{Units.Ratio(rival.Ratio.Max)}",
                Units.Bytes(rival.AllocatedBytes),
                Units.Count(collections.Gen0),
                Units.Count(collections.Gen1),
                Units.Count(collections.Gen2),
                Units.Time(collections.TotalPauseMilliseconds * 1e6),
                Units.Time(collections.LongestPauseMilliseconds * 1e6),
                Name(rival.Verdict));
        }

        return table;
    }

    private static string Name(Verdict verdict) => verdict switch
    {
        Verdict.Baseline => "baseline",
        Verdict.Faster => "faster",
        Verdict.Slower => "slower",
        _ => "too close to call",
    };

    private static void AppendRow(StringBuilder text, string[] cells, int[] widths)
    {
        text.Append(cells[0].PadRight(widths[0]));
        for (int column = 1; column < cells.Length; column++)
        {
            text.Append(Gap).Append(cells[column].PadLeft(widths[column]));
        }

        while (text[^1] == ' ')
        {
            text.Length--;
        }

        text.Append('\n');
    }
}
