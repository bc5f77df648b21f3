using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Measurement;
using Cenote.Samples.Rows.Generating;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
internal sealed class Application(TextWriter output, TextWriter error)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Stops the command and the child process that reads.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments, CancellationToken cancellationToken)
    {
        if (arguments.Contains("--help") || arguments.Contains("-h"))
        {
            output.WriteLine(Settings.Usage);
            return ExitCodes.Success;
        }

        try
        {
            if (arguments is [FormComparison.ReadCommand, var id, var text, var file] && TableForm.Find(id) is Form form
                && int.TryParse(text, CultureInfo.InvariantCulture, out int threads))
            {
                FormResult result = form.Measure(file, threads, cancellationToken);
                output.WriteLine(JsonSerializer.Serialize(result, FormJson.Default.FormResult));
                return ExitCodes.Success;
            }

            if (Settings.Parse(arguments, out string mistake) is Settings settings)
            {
                await CompareAsync(settings, cancellationToken);
                return ExitCodes.Success;
            }

            error.WriteLine(mistake);
            error.WriteLine("Try --help.");
            return ExitCodes.Usage;
        }
        catch (Exception exception) when (IsCancelled(exception, cancellationToken))
        {
            return ExitCodes.Cancelled;
        }
        catch (Exception exception) when (exception is MalformedLineException or ChildProcessException
            or IOException or UnauthorizedAccessException or NotSupportedException or OverflowException)
        {
            error.WriteLine(exception.Message);
            return ExitCodes.Failure;
        }
    }

    private async Task CompareAsync(Settings settings, CancellationToken cancellationToken)
    {
        if (settings.File is string given)
        {
            await CompareAsync(Path.GetFullPath(given), settings, cancellationToken);
            return;
        }

        string path = Path.Combine(
            Path.GetTempPath(), string.Create(CultureInfo.InvariantCulture, $"cenote-rows-{Environment.ProcessId}.txt"));
        long start = Stopwatch.GetTimestamp();
        new RowGenerator(settings.Stations, settings.Seed).Write(path, settings.Rows, cancellationToken);
        try
        {
            error.WriteLine(
                $"generated {Units.Bytes(new FileInfo(path).Length)} in "
                + Units.Time(Stopwatch.GetElapsedTime(start).TotalNanoseconds)
                + (settings.Keeps ? $": {path}" : string.Empty));
            await CompareAsync(path, settings, cancellationToken);
        }
        finally
        {
            if (!settings.Keeps)
            {
                File.Delete(path);
            }
        }
    }

    private async Task CompareAsync(string path, Settings settings, CancellationToken cancellationToken)
    {
        // Finds errors in the file before a child process starts, and loads the file into the system's page cache.
        RowFile<PlainTable>.Read(path, settings.Threads, cancellationToken: cancellationToken);
        FormAnswer answer = await new FormComparison(output, error, TableForm.All, "station").RunAsync(
            path, settings.Rounds, settings.Threads, cancellationToken);
        if (settings.PrintsResults)
        {
            output.WriteLine(answer.Text);
        }
    }

    // A terminal also sends Ctrl+C to the child, which may exit first.
    private static bool IsCancelled(Exception exception, CancellationToken cancellationToken) =>
        exception is OperationCanceledException
        || (exception is ChildProcessException failure
            && (cancellationToken.IsCancellationRequested || failure.ExitCode == ExitCodes.Cancelled));
}
