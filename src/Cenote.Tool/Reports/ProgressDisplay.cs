using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>
/// A progress bar on standard error, so that the report can be redirected. It is drawn when there is something new and never
/// from a timer, which would allocate in the middle of measurements.
/// </summary>
internal static class ProgressDisplay
{
    /// <summary>Runs something long and shows how far it is, if a person is watching.</summary>
    /// <param name="terminal">Where to show it.</param>
    /// <param name="work">Reports what it does and which share is done, from 0 to 1.</param>
    public static T Show<T>(Terminal terminal, Func<Action<string, double>, T> work)
    {
        if (!terminal.IsErrorTerminal)
        {
            return work((_, _) => { });
        }

        return Consoles.Create(terminal.Error, isTerminal: true, terminal.UseColor)
            .Progress()
            .AutoRefresh(false)
            .AutoClear(true)
            .Columns(new ProgressBarColumn(), new PercentageColumn(), new TaskDescriptionColumn { Alignment = Justify.Left })
            .Start(context =>
            {
                ProgressTask task = context.AddTask("Starting");
                return work((activity, share) =>
                {
                    task.Description = Markup.Escape(activity);
                    task.Value = share * task.MaxValue;
                    context.Refresh();
                });
            });
    }
}
