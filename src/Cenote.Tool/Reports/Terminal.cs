namespace Cenote.Tool.Reports;

/// <summary>The standard streams of the process, replaceable in tests.</summary>
/// <param name="Out">The output for the report.</param>
/// <param name="Error">The output for progress and errors.</param>
/// <param name="OpenInput">Opens standard input.</param>
/// <param name="IsOutTerminal">Whether the report goes to a terminal.</param>
/// <param name="IsErrorTerminal">Whether progress goes to a terminal.</param>
/// <param name="UseColor">Whether terminals may use colour.</param>
internal sealed record Terminal(
    TextWriter Out,
    TextWriter Error,
    Func<Stream> OpenInput,
    bool IsOutTerminal,
    bool IsErrorTerminal,
    bool UseColor)
{
    /// <summary>Whether standard input is a pipe or a file.</summary>
    public bool HasInput { get; init; }

    /// <summary>Whether a person can answer a question.</summary>
    public bool IsInputTerminal { get; init; }

    /// <summary>Whether the environment allows colour, by the convention of no-color.org.</summary>
    public static bool EnvironmentAllowsColor => string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));

    /// <summary>The streams of this process.</summary>
    public static Terminal OfProcess() => new(
        Console.Out,
        Console.Error,
        Console.OpenStandardInput,
        !Console.IsOutputRedirected,
        !Console.IsErrorRedirected,
        EnvironmentAllowsColor)
    {
        HasInput = Console.IsInputRedirected && IsPipeOrFile(),
        IsInputTerminal = !Console.IsInputRedirected,
    };

    /// <summary>Reads a line of standard input; null at its end.</summary>
    /// <param name="cancellationToken">Cancels the wait, like Ctrl+C.</param>
    public string? ReadLine(CancellationToken cancellationToken)
    {
        return Task.Run(Read, cancellationToken).WaitAsync(cancellationToken).GetAwaiter().GetResult();

        string? Read()
        {
            using var reader = new StreamReader(OpenInput());
            return reader.ReadLine();
        }
    }

    // Jobs without input, such as cron jobs, often have /dev/null or no standard input.
    private static bool IsPipeOrFile()
    {
        if (!OperatingSystem.IsLinux())
        {
            return true;
        }

        try
        {
            return FileStatus.Of("/proc/self/fd/0") is { Kind: FileKind.Pipe or FileKind.Regular };
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
