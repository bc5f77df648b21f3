using System.Globalization;
using System.Text.Json;
using Cenote.Measurement;

namespace Cenote.Samples.Jabber.Measuring;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
internal sealed class Application(TextWriter output, TextWriter error, bool showsProgress)
{
    private const int DefaultCount = 10_000_000;
    private const int FewestIds = 1_000;
    private const int MostIds = 100_000_000;

    private static readonly string s_usage = string.Create(CultureInfo.InvariantCulture, $"""
        Usage: Cenote.Samples.Jabber [--count N]     measures N addresses ({FewestIds:N0} to {MostIds:N0}, default {DefaultCount:N0}) in each form
                                                     and replaces N in the smallest one
               Cenote.Samples.Jabber check ADDRESS   prints the prepared address, or what is wrong with it
        """);

    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Stops the child process that measures.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments, CancellationToken cancellationToken)
    {
        switch (arguments)
        {
            case []:
                return await CompareAsync(DefaultCount, cancellationToken);
            case ["--count", var text] when IsCount(text, out int count):
                return await CompareAsync(count, cancellationToken);
            case ["check", var address]:
                return Check(address);
            case [FormComparison.HoldCommand, var id, var text] when StorageForm.Find(id) is StorageForm form
                && IsCount(text, out int count):
                output.WriteLine(JsonSerializer.Serialize(form.Measure(count), FormJson.Default.FormResult));
                return ExitCodes.Success;
            case [FormComparison.ReplaceCommand, var text] when IsCount(text, out int count):
                output.WriteLine(JsonSerializer.Serialize(Replacement.Measure(count), FormJson.Default.ReplacementResult));
                return ExitCodes.Success;
            case ["--help" or "-h"]:
                output.WriteLine(s_usage);
                return ExitCodes.Success;
            default:
                error.WriteLine(s_usage);
                return ExitCodes.Usage;
        }
    }

    private static bool IsCount(string text, out int count) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out count) && count is >= FewestIds and <= MostIds;

    private int Check(string address)
    {
        if (!JabberId.TryParse(address, out JabberId? id, out JabberIdFault fault))
        {
            error.WriteLine(fault.Message);
            return ExitCodes.Failure;
        }

        output.WriteLine(id);
        return ExitCodes.Success;
    }

    private async Task<int> CompareAsync(int count, CancellationToken cancellationToken)
    {
        if (FormComparison.FindObstacle(count) is string obstacle)
        {
            error.WriteLine(obstacle);
            return ExitCodes.Failure;
        }

        try
        {
            await new FormComparison(output, error, showsProgress).RunAsync(count, cancellationToken);
            return ExitCodes.Success;
        }
        catch (ChildProcessException exception) when (!IsCancelled(exception))
        {
            error.WriteLine(exception.Message);
            return ExitCodes.Failure;
        }
        catch (Exception exception) when (exception is OperationCanceledException or ChildProcessException)
        {
            return ExitCodes.Cancelled;
        }

        // A terminal also sends Ctrl+C to the child, which may exit first.
        bool IsCancelled(ChildProcessException exception) =>
            cancellationToken.IsCancellationRequested || exception.ExitCode == ExitCodes.Cancelled;
    }
}
