using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Reports.Html;

/// <summary>The charts of a step, side by side: time, memory, GC activity.</summary>
/// <param name="steps">The step, or those that differ only in their number of threads.</param>
/// <param name="advice">The recommendations based on it.</param>
internal sealed class StepCharts(StepResult[] steps, AdviceItem[] advice)
{
    private readonly string _baseline = steps[0].Timing.Rivals[0].Name;
    private readonly HoldMeasurement[] _memory = [.. steps.SelectMany(step => step.Memory)];

    public Fragment Draw()
    {
        BarChart[] charts = _memory.Length > 0
            ? [Time(), Memory(), PauseInUse(), PausesWhileBuilding()]
            : [Time(), Allocations(), Pauses()];

        // A sentence is clearer than a chart of zeros.
        BarChart[] empty = [.. charts.Where(chart => chart.Bars.All(bar => bar.Value == 0))];
        BarChart[] shown = [.. charts.Except(empty)];
        return Fragment.Of(
            $"""
            <div class="{(shown.Length is 2 or 4 ? "charts even" : "charts")}">
            {shown.Select(chart => chart.Draw())}
            </div>
            {Note(empty)}
            """);
    }

    private static Fragment Note(BarChart[] empty) => empty.Length == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""
            <p class="note">{string.Join(' ', empty.Select(chart => $"{chart.Title}: none."))}</p>

            """);

    private BarChart Time() => new(
        Id("time"),
        $"Time per string, relative to {_baseline}",
        Fragment.Of($"<strong>Time</strong> per string, and relative to <code>{_baseline}</code>; shorter is better"),
        Rivals((step, rival) => new Bar(rival.Name, [new(Origins.FillOf(rival.Name), rival.Ratio.Median)], TimeLabel(step, rival))
        {
            Interval = rival.Verdict == Verdict.Baseline ? null : rival.RatioInterval,
            Dots = DotsOf(step, rival),
            IsRecommended = IsRecommended(EffectKind.Time, step.Id, rival.Name),
        }))
    {
        Reference = (1, _baseline),
    };

    private BarChart Memory() => new(
        Id("memory"),
        "Memory with everything held",
        Fragment.Of(
            $"""<strong>Memory</strong> with everything held {Legend.Entry(BarPart.Managed, "managed heap")} """
            + $"""{Legend.Entry(BarPart.Cenote, "native")}"""),
        [
            .. _memory.Select(memory => new Bar(
                memory.Name,
                [new(BarPart.Managed, Math.Max(0, memory.ManagedBytes)), new(BarPart.Cenote, Math.Max(0, memory.NativeBytes))],
                MemoryLabel(memory))
            {
                IsRecommended = IsRecommended(EffectKind.Memory, steps[0].Id, memory.Name),
            }),
        ]);

    private BarChart PauseInUse() => new(
        Id("pause"),
        "Longest pause with everything held",
        Fragment.Of(
            $"<strong>Longest pause</strong> with everything held, {Circumstance}"),
        [
            .. _memory.Select(memory => Milliseconds(memory.Name, memory.LongestPauseInUseMilliseconds) with
            {
                IsRecommended = IsRecommended(EffectKind.Pause, steps[0].Id, memory.Name),
            }),
        ]);

    private string Circumstance => _memory.All(memory => memory.LongestBackgroundPauseMilliseconds is not null)
        ? "while a program allocates"
        : "of blocking collections";

    private BarChart PausesWhileBuilding() => new(
        Id("building"),
        "GC pauses while building once",
        Fragment.Of($"<strong>GC pauses</strong> while building once, in total"),
        [.. _memory.Select(memory => Milliseconds(memory.Name, memory.Building.TotalPauseMilliseconds))]);

    private BarChart Allocations() => new(
        Id("allocated"),
        "Managed memory allocated per string",
        Fragment.Of($"<strong>Allocated</strong> per string on the managed heap"),
        Rivals((step, rival) => new Bar(
            rival.Name, [new(Origins.FillOf(rival.Name), rival.AllocatedBytes)], Units.Bytes(rival.AllocatedBytes))));

    private BarChart Pauses() => new(
        Id("pauses"),
        "GC pauses per million strings",
        Fragment.Of($"<strong>GC pauses</strong> per million strings, in total"),
        Rivals((step, rival) => Milliseconds(rival.Name, rival.PerMillion(rival.Collections.TotalPauseMilliseconds))));

    private Bar[] Rivals(Func<StepResult, RivalResult, Bar> draw) =>
        [.. steps.SelectMany(step => step.Timing.Rivals.Select(rival => draw(step, rival) with { Group = GroupOf(step) }))];

    // Whether to mark the bar: the contender is recommended, and improves this quantity.
    private bool IsRecommended(EffectKind kind, string step, string name) =>
        advice.Any(item => item.Recommends == name
            && item.Effects.Any(effect => effect.Kind == kind && effect.Step == step && effect.Ratio < 1));

    // The time of each process relative to the mean of the baseline, so that the noise of the baseline is visible, too.
    private static double[] DotsOf(StepResult step, RivalResult rival) =>
        rival.ProcessNanoseconds is { } times && step.Baseline().Nanoseconds.Median is > 0 and double one
            ? [.. times.Select(time => time / one)]
            : [];

    private static Bar Milliseconds(string name, double milliseconds) =>
        new(name, [new(Origins.FillOf(name), milliseconds)], Units.Time(1e6 * milliseconds));

    // A miss costs less here than in a program, which has to load the value, so hits are shown next to the time.
    private static string TimeLabel(StepResult step, RivalResult rival) =>
        $"{Units.Time(rival.Nanoseconds.Median)} · {Units.Ratio(rival.Ratio.Median)}"
        + (step.HitRatioOf(rival.Name) is double hits ? $" · {Units.Percent(hits)} hits" : string.Empty);

    private string MemoryLabel(HoldMeasurement memory) =>
        $"{Units.Bytes(memory.TotalBytes)} · {Units.Ratio((double)memory.TotalBytes / Math.Max(1, _memory[0].TotalBytes))}";

    private string GroupOf(StepResult step) => steps.Length switch
    {
        1 => string.Empty,
        _ => Units.Count(step.Threads, "thread"),
    };

    private string Id(string kind) => $"{Anchors.Of(steps[0])}-{kind}";
}
