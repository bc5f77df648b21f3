namespace Cenote.Tool.Reports.Html;

/// <summary>
/// A table with every figure of a chart, closed until a reader wants it. Wide ones scroll within themselves, by keyboard, too.
/// </summary>
internal static class DataTable
{
    /// <summary>Writes it, closed.</summary>
    /// <param name="caption">What it shows.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="columns">The columns, the first of which names the row.</param>
    public static Fragment Write<T>(string caption, IEnumerable<T> rows, params Column<T>[] columns) => Fragment.Of(
        $"""
        <details>
        <summary>All figures: {caption}</summary>
        {Table(caption, rows, columns)}</details>

        """);

    /// <summary>The same, always open.</summary>
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

    private static Fragment Row<T>(T row, Column<T>[] columns) => Fragment.Of(
        $"""
        <tr><th scope="row">{columns[0].Cell(row)}</th>{columns.Skip(1).Select(column => Fragment.Of($"<td>{column.Cell(row)}</td>"))}</tr>

        """);

    /// <summary>A column: its header, with the unit, and what is in a row.</summary>
    internal sealed record Column<T>(string Header, Func<T, string> Cell);
}
