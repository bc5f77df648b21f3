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
    private const int Tries = 4;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(3);

    /// <summary>
    /// Without addresses the runtime may end the process, when the compiler or an exception needs memory. That is no answer of the
    /// library, so such an attack is tried again; one that always ends like that fails.
    /// </summary>
    public static async Task RunAsync(Type subject, string attack, string? on)
    {
        AttackAttribute limits = AttackAttribute.Find(subject, attack).GetCustomAttribute<AttackAttribute>()!;
        int limit = limits.AddressSpaceMebibytes;
        string? failure = null;
        for (int tries = limit > 0 ? Tries : 1; tries > 0; tries--)
        {
            failure = await TryAsync(Prepare(subject, attack, on, limits));
            if (failure is null || !failure.Contains("\nOut of memory.", StringComparison.Ordinal))
            {
                break;
            }
        }

        Assert.True(failure is null, failure);
    }

    // Null, or what went wrong.
    private static async Task<string?> TryAsync(ProcessStartInfo start)
    {
        var output = new StringBuilder();
        using var process = new Process { StartInfo = start };
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
            return process.ExitCode == 0 ? null : $"{verdict}\n{output}";
        }
    }

    private static ProcessStartInfo Prepare(Type subject, string attack, string? on, AttackAttribute limits)
    {
        int limit = limits.AddressSpaceMebibytes;
        string[] command =
        [
            Muxer(), "exec", subject.Assembly.Location, subject.FullName!, attack, .. on is null ? [] : new[] { on },
        ];
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
        if (limits.HeapMebibytes > 0)
        {
            start.Environment["DOTNET_GCHeapHardLimit"] = $"{(long)limits.HeapMebibytes << 20:X}";

            // On a full heap, background collections of .NET 10.0.12 crash programs without this library, too, if they have any
            // objects with finalizers: 18 of 20 runs, none without background collections.
            start.Environment["DOTNET_gcConcurrent"] = "0";
        }

        if (limit > 0)
        {
            // What the runtime itself cannot do without is taken before the attack takes all addresses, or not at all.
            start.Environment["DOTNET_GCHeapHardLimit"] = $"{limit / 8L << 20:X}";
            start.Environment["DOTNET_EnableWriteXorExecute"] = "0";
            start.Environment["DOTNET_TieredCompilation"] = "0";
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
