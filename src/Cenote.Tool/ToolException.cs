namespace Cenote.Tool;

/// <summary>An error that the tool reports to the user in one line, without a stack trace.</summary>
internal sealed class ToolException(string message, int exitCode) : Exception(message)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>Creates the error of a command that cannot be carried out as given.</summary>
    public static ToolException Usage(string message) => new(message, ExitCodes.Usage);

    /// <summary>Creates the error of a valid command that failed during the run.</summary>
    public static ToolException Failure(string message) => new(message, ExitCodes.Failure);

    /// <summary>
    /// Creates the error of standard output that cannot be written to: its disk is full, its reader has exited, or it is closed.
    /// </summary>
    public static ToolException OutputFailure(Exception exception) =>
        Failure($"The output cannot be written: {exception.GetBaseException().Message}");
}
