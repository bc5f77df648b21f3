using System.Text;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>One run of the tool within this process, with captured streams.</summary>
internal sealed record Invocation(int ExitCode, string Out, string Error)
{
    // These tests hold for slots of any length; the process tests use the real length.
    private static readonly TimeSpan s_longestSlot = TimeSpan.FromMilliseconds(2);

    public static async Task<Invocation> RunAsync(
        string[] arguments, string input = "", CancellationToken cancellationToken = default)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(
            output,
            error,
            () => new MemoryStream(Encoding.UTF8.GetBytes(input)),
            IsOutTerminal: false,
            IsErrorTerminal: false,
            UseColor: true);
        int exitCode = await new Application(terminal, s_longestSlot).RunAsync(arguments, cancellationToken);
        return new Invocation(exitCode, output.ToString(), error.ToString());
    }
}
