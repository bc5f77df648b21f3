using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>Tables that drop columns on narrow consoles and never break numbers.</summary>
internal static class ConsoleTable
{
    /// <summary>Writes a table without borders.</summary>
    public static void Write<T>(IAnsiConsole console, IReadOnlyList<T> rows, params Column<T>[] columns)
    {
        Column<T>[] shown = [.. columns.Where(column => console.Profile.Width >= column.MinWidth)];
        Table table = new Table().Border(TableBorder.None);
        foreach (Column<T> column in shown)
        {
            // Names and bars, which have no header, are left-aligned; numbers are right-aligned. On a narrow console, names are
            // wrapped, but numbers are not.
            bool isNumber = column.Header.Length > 0;
            table.AddColumn(new TableColumn(Markup.Escape(column.Header))
            {
                Alignment = isNumber ? Justify.Right : Justify.Left,
                NoWrap = isNumber,

                // Without a border only the right padding is drawn, but both would count when the table is fitted.
                Padding = new Padding(0, 0, 1, 0),
            });
        }

        foreach (T row in rows)
        {
            table.AddRow([.. shown.Select(column => column.Cell(row))]);
        }

        console.Write(table);
    }
}
