namespace Cenote.Samples;

/// <summary>The exit codes of the program.</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>
    /// The command failed, for example because of a missing file, a malformed line, a full disk, or forms with different results.
    /// </summary>
    public const int Failure = 1;

    /// <summary>The command line is wrong.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by Ctrl+C: 128 plus the signal number, as in shells.</summary>
    public const int Cancelled = 130;
}
