namespace Cenote.Measurement;

/// <summary>A child process failed, or did not answer as it should.</summary>
public sealed class ChildProcessException : Exception
{
    /// <summary>Creates the exception.</summary>
    public ChildProcessException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">What went wrong, with the end of what the child wrote to standard error.</param>
    public ChildProcessException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">What went wrong.</param>
    /// <param name="innerException">Why.</param>
    public ChildProcessException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The exit code of the child; 0 when it ended well but gave no usable answer.</summary>
    public int ExitCode { get; init; }
}
