using System.Diagnostics;
using Cenote.Tool.CommandLine;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>The tool as a process of its own, as a shell runs it.</summary>
public sealed class ProcessTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_small_file_is_measured_from_end_to_end()
    {
        string path = _folder.Write("words.txt", string.Join('\n', Enumerable.Range(0, 500).Select(i => $"word {i % 100}")));

        using Process process = Start("measure", path, "--limit", "400", "--rounds", "7");
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Success, process.ExitCode);
        Assert.Contains("words.txt: 400 strings", output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', output);
        Assert.Empty(await process.StandardError.ReadToEndAsync());
    }

    [Fact]
    public async Task A_wrong_option_is_told_on_standard_error()
    {
        using Process process = Start("measure", "--rounds", "zero");
        string error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Usage, process.ExitCode);
        Assert.StartsWith("cenote: ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_it_with_130()
    {
        if (OperatingSystem.IsWindows())
        {
            // There is no signal to send to another process there.
            return;
        }

        using Process process = Start("measure");
        await Task.Delay(TimeSpan.FromSeconds(2));
        using Process kill = Process.Start("kill", ["-INT", $"{process.Id}"]);
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Cancelled, process.ExitCode);
        Assert.Empty(await process.StandardOutput.ReadToEndAsync());
    }

    private static Process Start(params string[] arguments)
    {
        string muxer = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        return Process.Start(new ProcessStartInfo(muxer, ["exec", typeof(Application).Assembly.Location, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
    }
}
