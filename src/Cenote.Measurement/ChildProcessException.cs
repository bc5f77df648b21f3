namespace Cenote.Measurement;

/// <summary>Thrown if a child process cannot be started, fails, or prints no valid result.</summary>
public sealed class ChildProcessException : Exception
{
    /// <summary>Creates the exception.</summary>
    public ChildProcessException()
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">The reason, and the end of the child's standard error.</param>
    public ChildProcessException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception.</summary>
    /// <param name="message">The reason.</param>
    /// <param name="innerException">The cause.</param>
    public ChildProcessException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The exit code of the child; 0 if it did not start, or succeeded without a valid result.</summary>
    public int ExitCode { get; init; }
}
