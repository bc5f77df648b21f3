using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Attack.Tests;

/// <summary>
/// The process in which an attack runs. Its crash, its hang and its verdict are a failed test with all that it printed.
/// </summary>
internal static class Victim
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(3);

    public static async Task RunAsync(Type subject, string attack, string? on)
    {
        var output = new StringBuilder();
        using var process = new Process { StartInfo = Prepare(subject, attack, on) };
        process.OutputDataReceived += (_, line) => Note(output, line.Data);
        process.ErrorDataReceived += (_, line) => Note(output, line.Data);
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();

        string verdict;
        using var limit = new CancellationTokenSource(s_limit);
        try
        {
            await process.WaitForExitAsync(limit.Token);
            verdict = $"The attack ended with exit code {process.ExitCode}.";
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            verdict = $"The attack did not end within {s_limit.TotalSeconds} s.";
        }

        lock (output)
        {
            Assert.True(process.ExitCode == 0, $"{verdict}\n{output}");
        }
    }

    private static ProcessStartInfo Prepare(Type subject, string attack, string? on)
    {
        string[] command =
        [
            Muxer(), "exec", subject.Assembly.Location, subject.FullName!, attack, .. on is null ? [] : new[] { on },
        ];
        int limit = AttackAttribute.Find(subject, attack).GetCustomAttribute<AttackAttribute>()!.AddressSpaceMebibytes;
        if (limit > 0 && !OperatingSystem.IsWindows())
        {
            command = ["/bin/sh", "-c", $"ulimit -v {limit << 10} && exec \"$@\"", "sh", .. command];
        }

        var start = new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        if (limit > 0)
        {
            // What the runtime itself cannot do without is taken before the attack takes all addresses, or not at all.
            start.Environment["DOTNET_GCHeapHardLimit"] = $"{limit / 8L << 20:X}";
            start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
            start.Environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
        }

        return start;
    }

    private static void Note(StringBuilder output, string? line)
    {
        lock (output)
        {
            output.AppendLine(line);
        }
    }

    // The runtime lies in <root>/shared/<framework>/<version>, the muxer in <root>.
    private static string Muxer() => Path.GetFullPath(Path.Combine(
        RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
}
