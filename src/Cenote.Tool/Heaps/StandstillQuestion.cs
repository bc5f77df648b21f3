using Cenote.Tool.Reports;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Announces that a process will stand still for long, and asks whether it may, if a person is there to answer. The question is on
/// standard error, as standard output belongs to the report.
/// </summary>
/// <param name="terminal">Where it asks.</param>
/// <param name="limit">A standstill of up to this duration is not announced.</param>
internal sealed class StandstillQuestion(Terminal terminal, TimeSpan limit)
{
    /// <summary>Announces the standstill, and asks unless the answer is known.</summary>
    /// <param name="expected">How long it will be.</param>
    /// <param name="isAgreed">Whether the user has agreed already.</param>
    /// <param name="cancellationToken">Ends the wait for an answer.</param>
    /// <exception cref="ToolException">The answer is not yes.</exception>
    public void Ask(TimeSpan expected, bool isAgreed, CancellationToken cancellationToken)
    {
        if (expected <= limit)
        {
            return;
        }

        string announcement = $"The process will stand still for {ProgressDisplay.About(expected.TotalSeconds)}.";
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
