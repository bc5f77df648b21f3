namespace Cenote.Samples;

/// <summary>What the program tells the shell.</summary>
internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>It failed on the way: a file that is missing, a malformed line, a full disk, forms that do not agree.</summary>
    public const int Failure = 1;

    /// <summary>The command line is wrong.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by Ctrl+C; 128 and the number of the signal, as shells have it.</summary>
    public const int Cancelled = 130;
}
