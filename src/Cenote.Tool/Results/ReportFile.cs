namespace Cenote.Tool.Results;

/// <summary>
/// Report files: checks targets before a long measurement, and writes a report completely or not at all.
/// </summary>
internal static class ReportFile
{
    /// <summary>The target for standard output. As a source, "-" means standard input.</summary>
    public const string StandardOutput = "-";

    private const string Report = "report";

    /// <summary>A path as given, or the name of standard output if the path is another name for it.</summary>
    public static string? Named(string? path) =>
        !string.IsNullOrEmpty(path) && FileTarget.IsStandardOutput(path) ? StandardOutput : path;

    /// <summary>Checks before a long measurement that the reports can be written after it.</summary>
    /// <param name="inputs">The files that are measured.</param>
    /// <param name="targets">The requested reports; null for one that was not requested.</param>
    /// <exception cref="ToolException">
    /// A report cannot be written, or would replace another report of the same run, the input, or a file that is not a report.
    /// </exception>
    public static void CheckTargets(IReadOnlyList<string> inputs, params ReadOnlySpan<string?> targets)
    {
        List<string> taken = [.. inputs.Where(input => input.Length > 0 && input != StandardOutput)];

        foreach (string? target in targets)
        {
            if (target is not null and not StandardOutput)
            {
                if (CheckTarget(Report, target, taken).IsFile)
                {
                    CheckReplaced(target);
                }

                taken.Add(target);
            }
        }
    }

    /// <summary>Writes a report completely or not at all, unless it can only be written in place.</summary>
    /// <param name="path">The target, which has passed <see cref="CheckTargets"/>.</param>
    /// <param name="write">Writes the content.</param>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        try
        {
            FileTarget.Find(path).Write(FileTarget.ReadWrite, (stream, _) => write(stream));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw ToolException.Failure(Complaint(Report, path, exception.Message));
        }
    }

    /// <summary>Determines whether a file can be written, and how.</summary>
    /// <param name="content">The kind of content, in a word.</param>
    /// <param name="path">The file.</param>
    /// <param name="taken">Files that the report must not replace.</param>
    /// <exception cref="ToolException">The file cannot be written.</exception>
    public static FileTarget CheckTarget(string content, string path, List<string> taken)
    {
        try
        {
            if (path.Length == 0)
            {
                throw Reject(content, path, "the file name is empty; pass a file name.");
            }

            if (taken.Exists(other => FileTarget.IsSame(path, other)))
            {
                throw Reject(content, path, "it is an input file or another report; name a different file.");
            }

            return FileTarget.Find(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Reject(content, path, exception.Message);
        }
    }

    // A forgotten value makes the next argument the target: 'measure --html FILE'.
    private static void CheckReplaced(string path)
    {
        try
        {
            if (!ReportMark.IsOnFile(path))
            {
                throw Reject(Report, path, "the file exists and is not a report of cenote; remove it, or name another file.");
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Reject(Report, path, $"the existing file cannot be read: {exception.Message}");
        }
    }

    private static ToolException Reject(string content, string path, string reason) =>
        ToolException.Usage(Complaint(content, path, reason));

    private static string Complaint(string content, string path, string reason) =>
        $"The {content} cannot be written to '{path}': {reason}";
}
