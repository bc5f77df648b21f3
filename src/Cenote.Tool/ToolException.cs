namespace Cenote.Tool;

/// <summary>Something went wrong that the user can do something about; the message is one line and says what.</summary>
internal sealed class ToolException(string message, int exitCode) : Exception(message)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>The command cannot be carried out as it was given.</summary>
    public static ToolException Usage(string message) => new(message, ExitCodes.Usage);

    /// <summary>The command was fine and failed on the way.</summary>
    public static ToolException Failure(string message) => new(message, ExitCodes.Failure);

    /// <summary>Standard output takes no more: its disk is full, its reader has left, or it is closed.</summary>
    public static ToolException OutputFailure(Exception exception) =>
        Failure($"The output cannot be written: {exception.GetBaseException().Message}");
}
