namespace Cenote.Tool;

/// <summary>What the tool tells the shell.</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>It failed on the way: memory, disk, a defect.</summary>
    public const int Failure = 1;

    /// <summary>
    /// The command cannot be carried out as given: a wrong option, or a file that is missing, empty or no text.
    /// </summary>
    public const int Usage = 2;

    /// <summary>Runs were compared, something became worse, and the user has asked to be told so.</summary>
    public const int Worse = 3;

    /// <summary>Stopped by Ctrl+C; 128 and the number of the signal, as shells have it.</summary>
    public const int Cancelled = 130;
}
