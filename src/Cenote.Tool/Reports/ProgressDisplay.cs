using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>
/// A progress bar on standard error, so that the report can be redirected. It is drawn on progress only, because a timer would
/// allocate during measurements.
/// </summary>
internal static class ProgressDisplay
{
    private const double MinShare = 0.02;
    private const double SecondsPerMinute = 60;
    private static readonly TimeSpan s_leastTime = TimeSpan.FromSeconds(1);

    /// <summary>Runs long work with a progress bar, if standard error is a terminal.</summary>
    /// <param name="terminal">The console.</param>
    /// <param name="clock">The clock, running since the share was 0.</param>
    /// <param name="work">The work, which reports its activity and the completed share, from 0 to 1.</param>
    public static T Show<T>(Terminal terminal, Stopwatch clock, Func<Action<string, double>, T> work)
    {
        if (!terminal.IsErrorTerminal)
        {
            return work((_, _) => { });
        }

        return Consoles.Create(terminal.Error, isTerminal: true, terminal.UseColor)
            .Progress()
            .AutoRefresh(false)
            .AutoClear(true)
            .Columns(
                new ProgressBarColumn
                {
                    CompletedStyle = Style.Parse(Tints.Neutral),
                    FinishedStyle = Style.Parse(Tints.Good),
                    RemainingStyle = Style.Parse(Tints.Quiet),
                },
                new PercentageColumn { CompletedStyle = Style.Parse(Tints.Good) },
                new TaskDescriptionColumn { Alignment = Justify.Left })
            .Start(context =>
            {
                ProgressTask task = context.AddTask("Starting");
                return work((activity, share) =>
                {
                    task.Description = Markup.Escape(activity + TimeLeft(clock.Elapsed, share));
                    task.Value = share * task.MaxValue;
                    context.Refresh();
                });
            });
    }

    /// <summary>The estimated time left; empty while there is too little to estimate from.</summary>
    public static string TimeLeft(TimeSpan elapsed, double share)
    {
        if (share < MinShare || elapsed < s_leastTime)
        {
            return string.Empty;
        }

        double seconds = elapsed.TotalSeconds * (1 - share) / share;
        return $", {About(seconds)} left";
    }

    /// <summary>Formats an estimated duration, such as "about 4 s".</summary>
    public static string About(double seconds) => seconds < SecondsPerMinute
        ? $"about {Math.Ceiling(seconds):0} s"
        : $"about {Math.Ceiling(seconds / SecondsPerMinute):0} min";
}
