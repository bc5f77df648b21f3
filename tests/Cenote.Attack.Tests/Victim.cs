using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

namespace Cenote.Attack.Tests;

/// <summary>
/// The process in which an attack runs. A crash, a hang or a failed check fails the test, which shows all output.
/// </summary>
internal static class Victim
{
    private const int Tries = 4;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(3);
    private static readonly ConcurrentDictionary<Type, Task<string?>> s_together = new();

    /// <summary>
    /// When addresses run out, the runtime may crash because the JIT or an exception needs memory. The library cannot prevent
    /// that, so the attack is retried; the test fails if every attempt crashes that way.
    /// </summary>
    /// <remarks>
    /// If long tests are skipped, most attacks of a class share a process. If that process fails, so does the attack that was
    /// running, and each of the others runs in a separate process.
    /// </remarks>
    public static async Task RunAsync(Type subject, string attack, string? on)
    {
        AttackAttribute limits = AttackAttribute.Of(subject, attack);
        if (AttackAttribute.IsShort && limits.CanShareProcess)
        {
            string? shared = await s_together.GetOrAdd(subject, RunTogetherAsync);
            if (shared is null)
            {
                return;
            }

            string? last = shared.Split(Environment.NewLine)
                .LastOrDefault(line => line.StartsWith($"{subject} ", StringComparison.Ordinal));
            Assert.False(last == AttackProgram.TitleOf(subject, attack, on), shared);
        }

        int limit = limits.AddressSpaceMebibytes;
        string? failure = null;
        for (int tries = limit > 0 ? Tries : 1; tries > 0; tries--)
        {
            failure = await TryAsync(Prepare([subject.FullName!, attack, .. on is null ? [] : new[] { on }], limits));
            if (failure is null || !failure.Contains("\nOut of memory.", StringComparison.Ordinal))
            {
                break;
            }
        }

        Assert.True(failure is null, failure);
    }

    private static Task<string?> RunTogetherAsync(Type subject) => TryAsync(Prepare([subject.FullName!], new AttackAttribute()));

    // Returns the failure, or null.
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
            bool isOver = output.ToString().Contains(AttackProgram.Success, StringComparison.Ordinal);
            return process.ExitCode == 0 && isOver ? null : $"{verdict}\n{output}";
        }
    }

    private static ProcessStartInfo Prepare(string[] arguments, AttackAttribute limits)
    {
        int limit = limits.AddressSpaceMebibytes;
        string[] command = [Muxer(), "exec", typeof(Victim).Assembly.Location, .. arguments];
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

            // On a full heap, background GCs of .NET 10.0.12 crash any program that has finalizable objects, even without this
            // library: 18 of 20 runs, and none without background GCs.
            start.Environment["DOTNET_gcConcurrent"] = "0";
        }

        if (limits.Processors > 0)
        {
            start.Environment["DOTNET_PROCESSOR_COUNT"] = $"{limits.Processors}";
        }

        if (limit > 0)
        {
            // With these settings, the runtime reserves its addresses before the attack takes the rest, and needs fewer of them.
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

    // The runtime is in <root>/shared/<framework>/<version>, the muxer in <root>.
    private static string Muxer() => Path.GetFullPath(Path.Combine(
        RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));
}
