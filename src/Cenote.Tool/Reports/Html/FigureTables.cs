using Cenote.Tool.Measuring;

namespace Cenote.Tool.Reports.Html;

/// <summary>All figures of a step, with units in the header, so that a table can be copied.</summary>
internal static class FigureTables
{
    public static Fragment Write(StepResult[] steps)
    {
        IEnumerable<Fragment> held = steps.Where(step => step.Memory.Count > 0)
            .Select(step => Fragment.Of($"{Memory(step)}{Pauses(step)}"));
        return Fragment.Of($"{Timing(steps)}{held}{Hits(steps)}");
    }

    private static Fragment Timing(StepResult[] steps) => DataTable.Write(
        $"{steps[0].Title}, time per string",
        steps.SelectMany(step => step.Timing.Rivals.Select(rival => (step.Threads, Rival: rival))),
        new("Contender", row => row.Rival.Name),
        new("Threads", row => Units.Count(row.Threads)),
        new("Time, ns", row => Units.Number(row.Rival.Nanoseconds.Median)),
        new("Quartiles, ns", row => QuartilesOf(row.Rival.Nanoseconds)),
        new("Min, ns", row => Units.Number(row.Rival.Nanoseconds.Min)),
        new("Max, ns", row => Units.Number(row.Rival.Nanoseconds.Max)),
        new("Ratio", row => Units.Ratio(row.Rival.Ratio.Median)),
        new("95 % interval", row => row.Rival.Verdict == Verdict.Baseline
            ? string.Empty
            : $"{Units.Ratio(row.Rival.RatioInterval.Lower)} – {Units.Ratio(row.Rival.RatioInterval.Upper)}"),
        new("Verdict", row => VerdictOf(row.Rival)),
        new("Allocated, B", row => Units.Number(row.Rival.AllocatedBytes)),
        new("GCs per M, gen 0", row => PerMillion(row.Rival, row.Rival.Collections.Gen0)),
        new("gen 1", row => PerMillion(row.Rival, row.Rival.Collections.Gen1)),
        new("gen 2", row => PerMillion(row.Rival, row.Rival.Collections.Gen2)),
        new("Pauses per M, ms", row => PerMillion(row.Rival, row.Rival.Collections.TotalPauseMilliseconds)),
        new("Longest pause, ms", row => Units.Number(row.Rival.Collections.LongestPauseMilliseconds)));

    // Memory has a separate table, because each table must fit on a sheet of paper.
    private static Fragment Memory(StepResult step) => DataTable.Write(
        $"{step.Title}, memory and reading",
        step.Memory,
        new("Contender", memory => memory.Name),
        new("Managed, B", memory => Units.Count(memory.ManagedBytes)),
        new("Native, B", memory => Units.Count(memory.NativeBytes)),
        new("Both, B", memory => Units.Count(memory.TotalBytes)),
        new("Process grew by, B", memory => Units.Count(memory.ResidentBytes)),
        new("Reading any, ns", memory => NumberOrNothing(memory.RandomReadNanoseconds)),
        new("a hot one, ns", memory => NumberOrNothing(memory.HotReadNanoseconds)),
        new("Release, ms", memory => Units.Number(memory.ReleaseMilliseconds)));

    private static Fragment Pauses(StepResult step) => DataTable.Write(
        $"{step.Title}, building and pauses",
        step.Memory,
        new("Contender", memory => memory.Name),
        new("Building once, ms", memory => Units.Number(memory.BuildMilliseconds)),
        new("GCs while building, gen 0", memory => Units.Count(memory.Building.Gen0)),
        new("gen 1", memory => Units.Count(memory.Building.Gen1)),
        new("gen 2", memory => Units.Count(memory.Building.Gen2)),
        new("Pauses, ms", memory => Units.Number(memory.Building.TotalPauseMilliseconds)),
        new("Longest pause, ms", memory => Units.Number(memory.Building.LongestPauseMilliseconds)),
        new("With all held: longest in the background, ms", memory => NumberOrNothing(memory.LongestBackgroundPauseMilliseconds)),
        new("blocking, ms", memory => Units.Number(memory.LongestFullCollectionMilliseconds)));

    private static Fragment Hits(StepResult[] steps)
    {
        HoldMeasurement[] caches = [.. steps.SelectMany(step => step.Memory).Where(memory => memory.HitRatio is not null)];
        return caches.Length == 0
            ? Fragment.Empty
            : DataTable.Write(
                $"{steps[0].Title}, hits once full",
                caches,
                new("Contender", memory => memory.Name),
                new("Hits, %", memory => Units.Number(100 * memory.HitRatio.GetValueOrDefault())));
    }

    private static string PerMillion(RivalResult rival, double quantity) => Units.Number(rival.PerMillion(quantity));

    private static string NumberOrNothing(double? value) => value is double known ? Units.Number(known) : "–";

    private static string QuartilesOf(Spread times) =>
        $"{Units.Number(times.LowerQuartile)} – {Units.Number(times.UpperQuartile)}";

    private static string VerdictOf(RivalResult rival) => rival.Verdict switch
    {
        Verdict.Baseline => "baseline",
        Verdict.Faster => "faster",
        Verdict.Slower => "slower",
        _ => "too close to call",
    };
}
