using System.Text.Json;

namespace Cenote.Tool.Results;

/// <summary>The report as a file for programs.</summary>
internal static class JsonReport
{
    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">The report cannot be written.</exception>
    public static void Write(string path, MeasureReport report) =>
        ReportFile.Write(path, stream => JsonSerializer.Serialize(stream, report, ReportJson.Indented.MeasureReport));

    /// <summary>The report as text.</summary>
    public static string Render(MeasureReport report) => JsonSerializer.Serialize(report, ReportJson.Indented.MeasureReport);
}
