using System.CommandLine;
using System.CommandLine.Help;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;

namespace Cenote.Tool.CommandLine;

/// <summary>The command line of <c>cenote</c>, from arguments to exit code.</summary>
/// <param name="terminal">The input and output streams.</param>
/// <param name="longestSlot">The maximum time slot of a contender; by default, the length that each step requests.</param>
internal sealed class Application(Terminal terminal, TimeSpan? longestSlot = null)
{
    // The token is checked only between rounds, and a round takes a while on very large files.
    private static readonly TimeSpan s_patienceAfterCancellation = TimeSpan.FromSeconds(5);

    /// <summary>Runs a command. Without arguments, it measures the embedded sample.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Stops the command, like Ctrl+C.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments, CancellationToken cancellationToken = default)
    {
        var run = new MeasureRun(terminal, longestSlot ?? TimeSpan.MaxValue);

        // A root command would have the name of the assembly, which the user did not type.
        var root = new Command(
            "cenote",
            "Measures a text file, or inspects a running program, and reports which parts of Cenote would help, if any. "
                + $"'cenote FILE' is 'cenote {MeasureCommand.Name} FILE'.")
        {
            new MeasureCommand().Create(run.RunAsync),
            HeapCommand.Create(new HeapRun(terminal, longestSlot ?? TimeSpan.MaxValue)),
            CompareCommand.Create(terminal),
            RenderCommand.Create(terminal),
            HoldCommand.Create(terminal),
            TimeCommand.Create(terminal),
            new HelpOption(),
            new VersionOption(),
        };
        root.SetAction((_, token) => run.RunAsync(new MeasureSettings(), token));

        ParseResult parsed = root.Parse(WithCommand(root, arguments));
        if (parsed.Errors.Count > 0)
        {
            Command command = parsed.CommandResult.Command;
            string hint = $"See 'cenote {(command == root ? "--help" : $"{command.Name} --help")}'.";
            return Complain($"{UnknownOption.MessageOf(parsed)} {hint}", ExitCodes.Usage);
        }

        try
        {
            var invocation = new InvocationConfiguration
            {
                Output = terminal.Out,
                Error = terminal.Error,
                EnableDefaultExceptionHandler = false,
                ProcessTerminationTimeout = s_patienceAfterCancellation,
            };
            return await parsed.InvokeAsync(invocation, cancellationToken);
        }
        catch (ToolException exception)
        {
            return Complain(exception.Message, exception.ExitCode);
        }
        catch (ChildProcessException exception)
        {
            return Complain(exception.Message, ExitCodes.Failure);
        }
        catch (OutOfMemoryException)
        {
            return Complain("Out of memory; measure fewer strings with --limit.", ExitCodes.Failure);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Errors of inputs and reports are reported as ToolExceptions, so this is an error of standard output.
            return Complain(ToolException.OutputFailure(exception).Message, ExitCodes.Failure);
        }
        catch (OperationCanceledException)
        {
            return ExitCodes.Cancelled;
        }
    }

    // 'cenote FILE' means 'cenote measure FILE', and 'cenote --full' means 'cenote measure --full'. A command takes precedence
    // over a file of the same name.
    private static string[] WithCommand(Command root, string[] arguments)
    {
        bool isMeasure = arguments is [var first, ..]
            && !root.Subcommands.Any(command => command.Name == first)
            && !root.Options.Any(option => option.Name == first || option.Aliases.Contains(first))
            && (first.StartsWith('-') || File.Exists(first) || Directory.Exists(first));
        return isMeasure ? [MeasureCommand.Name, .. arguments] : arguments;
    }

    private int Complain(string message, int exitCode)
    {
        try
        {
            // Prints one line, even if the message quotes several lines.
            terminal.Error.WriteLine($"cenote: {Printable.Of(message.ReplaceLineEndings(" "))}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Standard error cannot be written to, so the exit code alone reports the failure.
        }

        return exitCode;
    }
}
