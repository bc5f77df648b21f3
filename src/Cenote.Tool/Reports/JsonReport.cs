using System.Text.Json;

namespace Cenote.Tool.Reports;

/// <summary>The report as a file for programs.</summary>
internal static class JsonReport
{
    /// <summary>Finds out before a long measurement whether there is a chance to write the report after it.</summary>
    /// <exception cref="ToolException">There is none.</exception>
    public static void CheckTarget(string? path)
    {
        if (path is null)
        {
            return;
        }

        try
        {
            if (path.Length == 0 || Directory.Exists(path))
            {
                throw Refuse(path, "it is a directory; name a file.");
            }

            if (AtomicFile.IsDevice(path))
            {
                throw Refuse(path, "it is a device; name a file.");
            }

            if (!Directory.Exists(Path.GetDirectoryName(Path.GetFullPath(path))))
            {
                throw Refuse(path, "its directory does not exist.");
            }

            AtomicFile.Probe(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Refuse(path, exception.Message);
        }
    }

    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, MeasureReport report)
    {
        try
        {
            AtomicFile.Write(path, stream => JsonSerializer.Serialize(stream, report, ReportJson.Indented.MeasureReport));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw ToolException.Failure(Complaint(path, exception.Message));
        }
    }

    private static ToolException Refuse(string path, string reason) => ToolException.Usage(Complaint(path, reason));

    private static string Complaint(string path, string reason) => $"The report cannot be written to '{path}': {reason}";
}
