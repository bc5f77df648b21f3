using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;

namespace Cenote.Tool.Results;

/// <summary>Reads reports that a command of this tool has written as JSON.</summary>
internal static class ReportReader
{
    // A report takes about 100 KB.
    private const int MaxReport = 64 << 20;

    private static readonly string[] s_commands = ["heap", "measure"];

    /// <summary>Reads a report of <c>cenote measure</c>.</summary>
    /// <exception cref="ToolException">The file is not a report that this version reads.</exception>
    public static MeasureReport Read(string path) =>
        Read(path, "measure", MeasureReport.CurrentSchema, ReportJson.Default.MeasureReport, IsSound);

    /// <summary>Reads a report.</summary>
    /// <param name="path">The file.</param>
    /// <param name="command">The command that writes such reports.</param>
    /// <param name="currentSchema">The version of their format.</param>
    /// <param name="type">The type of the report.</param>
    /// <param name="isSound">Checks what the type of the report does not express.</param>
    /// <exception cref="ToolException">The file is not a report that this version reads.</exception>
    public static T Read<T>(string path, string command, int currentSchema, JsonTypeInfo<T> type, Predicate<T> isSound)
        where T : class
    {
        string source = $"'cenote {command} --json'";
        using Stream content = ReadContent(path, command);
        try
        {
            using var document = JsonDocument.Parse(content);
            if (document.RootElement.ValueKind != JsonValueKind.Object
                || !document.RootElement.TryGetProperty("schema", out JsonElement schema)
                || schema.ValueKind != JsonValueKind.Number)
            {
                throw Reject(path, $"is JSON, but not a report of {source}.");
            }

            if (s_commands.FirstOrDefault(other => other != command && IsOf(document.RootElement, other)) is { } other)
            {
                throw Reject(path, $"is a report of 'cenote {other}', not of {source}.");
            }

            if (!schema.TryGetInt32(out int version) || version != currentSchema)
            {
                throw Reject(
                    path,
                    $"is a report of schema {schema}, and this version of cenote reads schema {currentSchema}; "
                    + "create a new one, or use the version of cenote that wrote it.");
            }

            return ReadReport(path, source, document, type, isSound);
        }
        catch (Exception exception) when (IsOfJson(exception))
        {
            throw Reject(path, $"is not JSON{LineOf(exception)}; 'cenote {command} --json FILE' writes a report.");
        }
    }

    private static T ReadReport<T>(string path, string source, JsonDocument document, JsonTypeInfo<T> type, Predicate<T> isSound)
        where T : class
    {
        try
        {
            return document.Deserialize(type) is { } report && isSound(report)
                ? report
                : throw Incomplete("a value is missing or wrong");
        }
        catch (Exception exception) when (IsOfJson(exception))
        {
            throw Incomplete(
                (exception as JsonException)?.Path?.TrimStart('$', '.') is { Length: > 0 } member
                    ? $"'{member}' is wrong, or a value in it is missing"
                    : "a value is missing or wrong");
        }

        ToolException Incomplete(string reason) =>
            Reject(path, $"is not a complete report of {source}: {reason}; create a new one.");
    }

    // The JSON reader throws InvalidOperationException for a lone surrogate in a name or a string.
    private static bool IsOfJson(Exception exception) => exception is JsonException or InvalidOperationException;

    // Reports only the line, because the exception's message is about .NET types.
    private static string LineOf(Exception exception) => exception is JsonException { LineNumber: { } line }
        ? string.Create(CultureInfo.InvariantCulture, $" (line {line + 1})")
        : string.Empty;

    // Schema versions are counted per command, so the command line identifies the kind of report.
    private static bool IsOf(JsonElement report, string command) =>
        report.TryGetProperty("command", out JsonElement line)
        && JsonMarshal.GetRawUtf8Value(line).StartsWith(Encoding.UTF8.GetBytes($"\"cenote {command}"));

    // Checks what the types do not express: no list is missing or contains null, each step has a baseline, and recommendations
    // refer to measured steps.
    private static bool IsSound(MeasureReport report) =>
        report.Profile.Lengths.Count > 0
        && report.Profile.Lengths.All(bucket => bucket is not null)
        && report.Profile.Utf8BytesPerChar is null or (>= 1 and <= 3)
        && report.Sections.Count > 0
        && report.Sections.All(section => section is not null && section.Steps.All(IsSound))
        && IsSound(report.Answer)
        && report.Advice.All(item => IsSound(item, report));

    // Only a verdict for plain strings has no gain, and only such a verdict has an alternative.
    private static bool IsSound(Answer? answer) =>
        answer is null
        || (answer.Notes is not null && answer.Notes.All(note => note is not null)
            && answer.Kind == AnswerKind.Use == answer.Gain is not null
            && (answer.Alternative is null || answer.Gain is null));

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

    private static MemoryStream ReadContent(string path, string command)
    {
        if (Directory.Exists(path))
        {
            throw Reject(path, "is a directory; name a report in it.");
        }

        if (!File.Exists(path))
        {
            throw Reject(path, $"does not exist; 'cenote {command} --json FILE' writes a report.");
        }

        // Does not use the file length, because pipes and devices have no length.
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
