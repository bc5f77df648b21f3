using System.Globalization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>Formats the tables of both sides.</summary>
internal static class NativeTable
{
    /// <summary>The cases of both sides, in column order.</summary>
    public static readonly IReadOnlyList<string> Cases =
        ["create long", "create tiny", "recreate long", "recreate tiny", "sort long", "sort tiny"];

    /// <summary>A row for each rival; rivals that only create or only sort have empty cells.</summary>
    public static TextTable Of(IReadOnlyList<NativeResult> native, IReadOnlyList<NativeResult> dotnet)
    {
        var table = new TextTable(["ms", .. Cases]);
        AddRows(table, "C++", native);
        AddRows(table, ".NET", dotnet);
        return table;
    }

    public static TextTable Of(IReadOnlyList<NativeRatio> ratios)
    {
        var table = new TextTable("StringArena against C++", "times its time", "rival");
        foreach (NativeRatio ratio in ratios)
        {
            table.Add(ratio.Case, Number(ratio.Value), ratio.Against);
        }

        return table;
    }

    private static void AddRows(TextTable table, string side, IReadOnlyList<NativeResult> results)
    {
        foreach (IGrouping<string, NativeResult> rival in results.GroupBy(result => result.Rival, StringComparer.Ordinal))
        {
            table.Add([
                $"{side} {rival.Key}",
                .. Cases.Select(name =>
                    rival.FirstOrDefault(result => result.Case == name) is { } result ? Milliseconds(result.Median) : "")]);
        }
    }

    private static string Milliseconds(double value) => value.ToString(value < 100 ? "0.0" : "N0", CultureInfo.InvariantCulture);

    private static string Number(double value) => value.ToString("0.00", CultureInfo.InvariantCulture);
}
