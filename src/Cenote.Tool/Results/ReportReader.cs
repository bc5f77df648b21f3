using System.Text.Json;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Results;

/// <summary>Reads reports that <see cref="JsonReport"/> has written.</summary>
internal static class ReportReader
{
    // A report has some 100 KB, whatever was measured.
    private const int MaxReport = 64 << 20;

    /// <summary>Reads a report.</summary>
    /// <exception cref="ToolException">There is none that this version of the tool understands.</exception>
    public static MeasureReport Read(string path)
    {
        using Stream content = ReadContent(path);
        try
        {
            using var document = JsonDocument.Parse(content);
            if (document.RootElement.ValueKind != JsonValueKind.Object
                || !document.RootElement.TryGetProperty("schema", out JsonElement schema)
                || schema.ValueKind != JsonValueKind.Number)
            {
                throw Reject(path, "is JSON, but not a report of 'cenote measure --json'.");
            }

            if (!schema.TryGetInt32(out int version) || version != MeasureReport.CurrentSchema)
            {
                throw Reject(
                    path,
                    $"is a report of schema {schema}, and this version of cenote reads schema {MeasureReport.CurrentSchema}; "
                    + "measure again, or compare with the version that wrote it.");
            }

            return ReadReport(path, document);
        }
        catch (JsonException exception)
        {
            throw Reject(path, $"is not JSON; 'cenote measure --json FILE' writes a report. {exception.Message}");
        }
    }

    private static MeasureReport ReadReport(string path, JsonDocument document)
    {
        try
        {
            return document.Deserialize(ReportJson.Default.MeasureReport) is MeasureReport report && IsSound(report)
                ? report
                : throw Reject(path, "is not a complete report of 'cenote measure --json'.");
        }
        catch (JsonException exception)
        {
            throw Reject(path, $"is not a complete report of 'cenote measure --json': {exception.Message}");
        }
    }

    // What the types cannot say: there is no null in a list, no list is missing, there is a baseline in each step, and what is
    // recommended rests on steps that were measured.
    private static bool IsSound(MeasureReport report) =>
        report.Profile.Lengths.Count > 0
        && report.Profile.Lengths.All(bucket => bucket is not null)
        && report.Sections.Count > 0
        && report.Sections.All(section => section is not null && section.Steps.All(IsSound))
        && IsSound(report.Answer)
        && report.Advice.All(item => IsSound(item, report));

    // Only plain strings rest on no gain.
    private static bool IsSound(Answer? answer) =>
        answer is null
        || (answer.Notes is not null && answer.Notes.All(note => note is not null)
            && answer.Kind == AnswerKind.Use == answer.Gain is not null);

    private static bool IsSound(AdviceItem? item, MeasureReport report) =>
        item is { Even: not null, Steps: not null, Effects: not null }
        && IsSound(item.Statement)
        && item.Effects.All(effect =>
            effect is not null && report.Sections.Any(section => section.Step(effect.Step) is not null));

    private static bool IsSound(Statement? statement) =>
        statement is null || (statement.Remarks is not null && statement.Remarks.All(remark => remark is not null));

    private static bool IsSound(StepResult? step) =>
        step is { Timing.Rivals.Count: > 0 }
        && step.Timing.Rivals.All(rival => rival is not null)
        && step.Memory.All(memory => memory is not null);

    private static MemoryStream ReadContent(string path)
    {
        if (Directory.Exists(path))
        {
            throw Reject(path, "is a directory; name a report in it.");
        }

        if (!File.Exists(path))
        {
            throw Reject(path, "does not exist; 'cenote measure --json FILE' writes a report.");
        }

        // Its length is not asked for: that of a pipe is not known, and /dev/zero has none.
        var content = new MemoryStream();
        byte[] buffer = new byte[1 << 16];
        try
        {
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 1);
            for (int length; (length = file.Read(buffer)) > 0;)
            {
                content.Write(buffer, 0, length);
                if (content.Length > MaxReport)
                {
                    throw Reject(path, "is too large for a report.");
                }
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw Reject(path, $"cannot be read: {exception.Message}");
        }

        if (content.Length == 0)
        {
            throw Reject(path, "is empty.");
        }

        content.Position = 0;
        return content;
    }

    private static ToolException Reject(string path, string reason) => ToolException.Usage($"'{path}' {reason}");
}
