using System.Globalization;
using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Samples.Logs;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
internal sealed class Application(TextWriter output, TextWriter error)
{
    private const long MostLines = 1_000_000_000;
    private const int MaxRounds = 99;

    private static readonly Form[] s_forms =
    [
        new("plain", "StreamReader, Dictionary", static (path, _, token) => PlainReport.Read(path, token)),
        new("cenote", "Cenote", static (path, _, token) => CenoteReport.Read(path, token)),
    ];

    /// <summary>The syntax of the command line.</summary>
    public static string Usage { get; } = string.Create(CultureInfo.InvariantCulture, $"""
        Usage: Cenote.Samples.Logs [FILE] [OPTION]...
        Groups the lines of a log by host, path and status, with strings and with Cenote, and compares the two.
        Without FILE, generates one in the temporary folder and deletes it at the end.

          --lines N     lines of the generated log, up to {MostLines:N0} (default 3,000,000: about 300 MB)
          --rounds N    times that each form reads it, 1 to {MaxRounds} (default 3)
          --results     prints the result
          --help        prints this

        A line is TIME HOST METHOD PATH STATUS BYTES MICROSECONDS, separated by single spaces.
        Exit codes: 0 done, 1 failed, 2 wrong command line, 130 stopped by Ctrl+C.
        """);

    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Stops the command and the child process that reads.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments, CancellationToken cancellationToken)
    {
        try
        {
            if (arguments is [FormComparison.ReadCommand, var id, _, var path]
                && s_forms.FirstOrDefault(known => known.Id == id) is { } form)
            {
                FormResult result = form.Measure(path, threads: 1, cancellationToken);
                output.WriteLine(JsonSerializer.Serialize(result, FormJson.Default.FormResult));
                return ExitCodes.Success;
            }

            return arguments.Contains("--help") ? Say(output, Usage, ExitCodes.Success)
                : await CompareAsync(arguments, cancellationToken);
        }
        catch (Exception exception) when (exception is OperationCanceledException || cancellationToken.IsCancellationRequested)
        {
            return ExitCodes.Cancelled;
        }
        catch (Exception exception) when (
            exception is IOException or UnauthorizedAccessException or InvalidDataException or ChildProcessException)
        {
            return Say(error, exception.Message, ExitCodes.Failure);
        }
    }

    private static int Say(TextWriter writer, string text, int exitCode)
    {
        writer.WriteLine(text);
        return exitCode;
    }

    private async Task<int> CompareAsync(string[] arguments, CancellationToken cancellationToken)
    {
        string? file = null;
        long lines = 3_000_000;
        int rounds = 3;
        bool printsResults = false;
        for (int i = 0; i < arguments.Length; i++)
        {
            string? value = i + 1 < arguments.Length ? arguments[i + 1] : null;
            switch (arguments[i])
            {
                case "--lines" when long.TryParse(value, out lines) && lines is > 0 and <= MostLines:
                case "--rounds" when int.TryParse(value, out rounds) && rounds is > 0 and <= MaxRounds:
                    i++;
                    break;
                case "--results":
                    printsResults = true;
                    break;
                case ['-', ..]:
                    string mistake = $"{arguments[i]} is not an option, or its number is missing or out of range. Try --help.";
                    return Say(error, mistake, ExitCodes.Usage);
                case var second when file is not null:
                    return Say(error, $"There is more than one file: {second}. Try --help.", ExitCodes.Usage);
                default:
                    file = arguments[i];
                    break;
            }
        }

        string path = file ?? Path.Combine(
            Path.GetTempPath(), string.Create(CultureInfo.InvariantCulture, $"cenote-logs-{Environment.ProcessId}.log"));
        try
        {
            if (file is null)
            {
                LogGenerator.Write(path, lines, cancellationToken);
            }

            // Finds errors in the file before a child process starts, and loads the file into the system's page cache.
            CenoteReport.Read(path, cancellationToken);
            FormAnswer answer = await new FormComparison(output, error, s_forms, "group").RunAsync(
                path, rounds, threads: 1, cancellationToken);
            return printsResults ? Say(output, answer.Text, ExitCodes.Success) : ExitCodes.Success;
        }
        finally
        {
            if (file is null)
            {
                File.Delete(path);
            }
        }
    }
}
