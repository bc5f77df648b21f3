using Cenote.Tool.Reports;
using Spectre.Console;
using static Cenote.Tool.Reports.Consoles;

namespace Cenote.Tool.Heaps;

/// <summary>Writes the growth since an earlier report to the terminal.</summary>
internal static class HeapGrowthTable
{
    /// <summary>Writes the growth; nothing without an earlier report.</summary>
    public static void Write(IAnsiConsole console, HeapReport report)
    {
        if (report.Growth is not { } growth)
        {
            return;
        }

        console.WriteLine();
        console.MarkupLine($"[bold]{Safe(HeapGrowthText.Heading(growth))}[/]");
        Line(HeapGrowthText.Warning(report, growth), Tints.Unsure);
        ConsoleTable.Write(
            console,
            HeapGrowthText.Totals(growth),
            new Column<(string Name, string Before, string After, string Difference)>("", 0, row => row.Name),
            new Column<(string Name, string Before, string After, string Difference)>("then", 0, row => row.Before),
            new Column<(string Name, string Before, string After, string Difference)>("now", 0, row => row.After),
            new Column<(string Name, string Before, string After, string Difference)>("difference", 0, row => row.Difference));
        if (HeapGrowthText.Known(growth) is { Count: > 0 } known)
        {
            console.WriteLine();
            ConsoleTable.Write(
                console,
                known,
                new Column<HeapPlaceGrowth>("", 0, place => Safe(place.Name)),
                new Column<HeapPlaceGrowth>("then", 0, place => HeapGrowthText.Bytes(place, place.Before)),
                new Column<HeapPlaceGrowth>("now", 0, place => HeapGrowthText.Bytes(place, place.After)),
                new Column<HeapPlaceGrowth>("difference", 0, HeapGrowthText.Added),
                new Column<HeapPlaceGrowth>("strings then", 84, place => HeapGrowthText.Strings(place, place.Before)),
                new Column<HeapPlaceGrowth>("strings now", 84, place => HeapGrowthText.Strings(place, place.After)));
            Line(HeapGrowthText.Shared(growth), Tints.Quiet);
        }

        if (HeapGrowthText.Unlisted(growth) is { Count: > 0 } unlisted)
        {
            console.WriteLine();
            Line(HeapGrowthText.Unknown(growth), Tints.Quiet);
            ConsoleTable.Write(
                console,
                unlisted,
                new Column<HeapPlaceGrowth>("", 0, place => Safe(place.Name)),
                new Column<HeapPlaceGrowth>("now", 0, place => HeapGrowthText.Bytes(place, place.After)),
                new Column<HeapPlaceGrowth>("strings now", 0, place => HeapGrowthText.Strings(place, place.After)));
        }

        Line(HeapGrowthText.Rest(growth), Tints.Quiet);

        void Line(string sentence, string color)
        {
            if (sentence.Length > 0)
            {
                console.MarkupLine($"[{color}]{Safe(sentence)}[/]");
            }
        }
    }
}
