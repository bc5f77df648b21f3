using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <content>Ten million keys, each table in separate processes.</content>
internal sealed partial class CollectionsRatio
{
    private const int Processes = 2;

    private static IEnumerable<RatioRow> LargeTables()
    {
        LargeTableResult[] managed = Children(LargeTable.Managed);
        (string Name, LargeTableResult[] Results, double ResidentLimit)[] rivals =
        [
            (Compact, Children(LargeTable.Compact), 0.55),
            (Utf16, Children(LargeTable.Utf16), 0.9),
        ];
        foreach ((string name, LargeTableResult[] results, double residentLimit) in rivals)
        {
            yield return Relative("build", name, results, static result => result.BuildMilliseconds, 0.7);
            yield return Relative("resident", name, results, static result => result.ResidentBytes, residentLimit);
            yield return Absolute("full GC", name, results, static result => result.FullCollectionMilliseconds, 1);
            yield return Absolute("longest addition", name, results, static result => result.LongestAdditionMilliseconds, 10);
        }

        yield return Relative(
            "build", "AddMany", Children(LargeTable.Batches), static result => result.BuildMilliseconds, null);
        yield return Absolute("full GC", Dictionary, managed, static result => result.FullCollectionMilliseconds, null);
        LargeTableResult[] nothing = Children(LargeTable.Nothing);
        yield return Absolute(
            "longest addition", "reading the clock", nothing, static result => result.LongestAdditionMilliseconds, null);
        yield return Absolute("longest addition", Dictionary, managed, static result => result.LongestAdditionMilliseconds, null);

        RatioRow Relative(string what, string rival, LargeTableResult[] own, Func<LargeTableResult, double> value, double? limit)
        {
            var ratios = Spread.Of([.. own.Zip(managed, (mine, theirs) => value(mine) / value(theirs))]);
            return RatioRow.Of(what, NameOfLarge, rival, TimesDictionary, ratios, limit);
        }
    }

    private static string NameOfLarge { get; } = Invariant($"ids {LargeCount:N0}, a process each");

    private static RatioRow Absolute(
        string what, string rival, LargeTableResult[] results, Func<LargeTableResult, double> value, double? limit) =>
        RatioRow.Of(what, NameOfLarge, rival, "ms", Spread.Of([.. results.Select(value)]), limit);

    private static LargeTableResult[] Children(string kind)
    {
        var child = new ChildProcess(typeof(CollectionsRatio).Assembly);
        return [.. Enumerable.Range(0, Processes).Select(_ => child.RunAsync(
            [LargeTable.Command, kind, LargeCount.ToString(CultureInfo.InvariantCulture)],
            RatioJson.Default.LargeTableResult).GetAwaiter().GetResult())];
    }
}
