using Cenote.Tool.Reports;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Announces that a process will be suspended for a long time, and asks for consent on a terminal. The question is written to
/// standard error, because standard output is for the report.
/// </summary>
/// <param name="terminal">The terminal for question and answer.</param>
/// <param name="limit">Stopping the process for up to this long is not announced.</param>
internal sealed class StandstillQuestion(Terminal terminal, TimeSpan limit)
{
    /// <summary>
    /// Announces how long the process will be stopped if that exceeds the limit, and asks for consent if the user is at a
    /// terminal and has not agreed.
    /// </summary>
    /// <param name="expected">The estimated duration.</param>
    /// <param name="isAgreed">Whether the user has agreed already.</param>
    /// <param name="cancellationToken">Cancels the wait for an answer.</param>
    /// <exception cref="ToolException">The user did not answer yes.</exception>
    public void Ask(TimeSpan expected, bool isAgreed, CancellationToken cancellationToken)
    {
        if (expected <= limit)
        {
            return;
        }

        string announcement = $"The process will be stopped for {ProgressDisplay.About(expected.TotalSeconds)}.";
        if (isAgreed || terminal is not { IsInputTerminal: true, IsOutTerminal: true, IsErrorTerminal: true })
        {
            terminal.Error.WriteLine(announcement);
            return;
        }

        terminal.Error.Write($"{announcement} Continue? [y/N] ");
        terminal.Error.Flush();
        if (!IsYes(terminal.ReadLine(cancellationToken)))
        {
            throw new ToolException("Cancelled before the process was stopped.", ExitCodes.Cancelled);
        }
    }

    private static bool IsYes(string? answer) => answer?.Trim() is { } word
        && (word.Equals("y", StringComparison.OrdinalIgnoreCase) || word.Equals("yes", StringComparison.OrdinalIgnoreCase));
}
