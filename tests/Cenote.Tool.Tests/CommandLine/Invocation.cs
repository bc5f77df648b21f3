using System.Text;
using Cenote.Tool.CommandLine;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>One run of the tool within this process, with captured streams.</summary>
internal sealed record Invocation(int ExitCode, string Out, string Error)
{
    public static async Task<Invocation> RunAsync(string[] arguments, string input = "", CancellationToken cancellationToken = default)
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
        int exitCode = await new Application(terminal).RunAsync(arguments, cancellationToken);
        return new Invocation(exitCode, output.ToString(), error.ToString());
    }
}
