namespace Cenote.Tool;

/// <summary>The exit codes of the tool.</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>The command failed during the run: too little memory, a full disk, a bug.</summary>
    public const int Failure = 1;

    /// <summary>
    /// The command cannot be carried out as given, for example because of a wrong option, or a file that is missing, empty or not
    /// text.
    /// </summary>
    public const int Usage = 2;

    /// <summary>Something became worse, and the user passed --fail-on-worse.</summary>
    public const int Worse = 3;

    /// <summary>Stopped by Ctrl+C; 128 plus the number of the signal, as in shells.</summary>
    public const int Cancelled = 130;
}
