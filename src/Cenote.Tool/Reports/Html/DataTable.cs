namespace Cenote.Tool.Reports.Html;

/// <summary>Tables of figures, most of them folded. Wide tables can be scrolled by keyboard, too.</summary>
internal static class DataTable
{
    /// <summary>Writes the table, folded.</summary>
    /// <param name="caption">The caption.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="columns">The columns, the first of which names the row.</param>
    public static Fragment Write<T>(string caption, IEnumerable<T> rows, params Column<T>[] columns) =>
        Fold($"All figures: {caption}", caption, rows, columns);

    /// <summary>Writes the table, folded below a line that describes its content.</summary>
    public static Fragment Fold<T>(string summary, string caption, IEnumerable<T> rows, params Column<T>[] columns) => Fragment.Of(
        $"""
        <details>
        <summary>{summary}</summary>
        {Table(caption, rows, columns)}</details>

        """);

    /// <summary>Writes the table, always open.</summary>
    public static Fragment Table<T>(string caption, IEnumerable<T> rows, params Column<T>[] columns) => Fragment.Of(
        $"""
        <div class="scroll" role="region" aria-label="{caption}" tabindex="0">
        <table aria-label="{caption}">
        <thead><tr>{columns.Select(column => Fragment.Of($"""<th scope="col">{column.Header}</th>"""))}</tr></thead>
        <tbody>
        {rows.Select(row => Row(row, columns))}
        </tbody>
        </table>
        </div>

        """);

    /// <summary>The meaning of each column, folded.</summary>
    public static Fragment Meanings<T>(Column<T>[] columns) => Fragment.Of(
        $"""
        <details>
        <summary>What the columns mean</summary>
        <dl class="meanings">
        {columns.Select(column => Fragment.Of($"<div><dt>{column.Header}</dt><dd>{column.Meaning}</dd></div>"))}
        </dl>
        </details>

        """);

    private static Fragment Row<T>(T row, Column<T>[] columns) => Fragment.Of(
        $"""
        <tr>{Name(columns[0], row)}{columns.Skip(1).Select(column => Fragment.Of($"<td>{column.Cell(row)}</td>"))}</tr>

        """);

    private static Fragment Name<T>(Column<T> column, T row) => column.HasLongNames
        ? Fragment.Of($"""<th class="long" scope="row">{Breakable.Of(column.Cell(row))}</th>""")
        : Fragment.Of($"""<th scope="row">{column.Cell(row)}</th>""");

    /// <summary>A column: its header, with the unit, and its cell in a row.</summary>
    internal sealed record Column<T>(string Header, Func<T, string> Cell)
    {
        /// <summary>Its meaning in a sentence; empty if the header is enough.</summary>
        public string Meaning { get; init; } = string.Empty;

        /// <summary>Whether it contains names from code that are too long for a column.</summary>
        public bool HasLongNames { get; init; }
    }
}
