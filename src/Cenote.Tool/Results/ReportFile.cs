namespace Cenote.Tool.Results;

/// <summary>
/// Where reports go that are files: what is refused before a long measurement, and writing all of it or nothing after it.
/// </summary>
internal static class ReportFile
{
    /// <summary>What stands for standard output, as it stands for standard input before it.</summary>
    public const string StandardOutput = "-";

    private const string Report = "report";

    /// <summary>A path as given, or the name of standard output if the path is another name for it.</summary>
    public static string? Named(string? path) =>
        !string.IsNullOrEmpty(path) && FileTarget.IsStandardOutput(path) ? StandardOutput : path;

    /// <summary>Finds out before a long measurement whether there is a chance to write the reports after it.</summary>
    /// <param name="inputs">The files that are measured.</param>
    /// <param name="targets">Every report that was asked for; null for one that was not.</param>
    /// <exception cref="ToolException">
    /// There is none, or a report would replace another one of the same run, the input, or a file that is no report.
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

    /// <summary>Finds out whether a file can be written, and how.</summary>
    /// <param name="content">What is to be in it, in a word.</param>
    /// <param name="path">The file.</param>
    /// <param name="taken">Files that it must not replace.</param>
    /// <exception cref="ToolException">There is none.</exception>
    public static FileTarget CheckTarget(string content, string path, List<string> taken)
    {
        try
        {
            if (path.Length == 0)
            {
                throw Reject(content, path, "it has no name; name a file.");
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

    // Whoever forgets the name of the report behind its option has named another file.
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
