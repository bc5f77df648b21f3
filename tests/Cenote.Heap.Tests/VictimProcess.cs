using System.Diagnostics;
using System.Globalization;
using Cenote.Heap.Victim;

namespace Cenote.Heap.Tests;

/// <summary>A process to inspect; its rising count shows that it still runs.</summary>
/// <remarks>
/// The process is a child of a shell, not of the test. The .NET runtime waits for state changes of all its children, and could
/// consume the stop that an attach waits for.
/// </remarks>
internal sealed class VictimProcess : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly Process _shell;
    private readonly Process _process;

    public VictimProcess(string argument = "", string shell = "", params (string Name, string Value)[] environment)
    {
        string program = typeof(Holdings).Assembly.Location;
        var start = new ProcessStartInfo("/bin/bash", ["-c", $"{shell} '{Muxer}' exec '{program}' {argument} <&0 & echo $!; wait $!"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        _shell = Process.Start(start)!;
        _process = Process.GetProcessById(int.Parse(ReadLine(), CultureInfo.InvariantCulture));
        Assert.Equal("ready", ReadLine());
    }

    public static string Muxer => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    public int Id => _process.Id;

    public bool HasExited => _shell.HasExited;

    /// <summary>Whether another process traces this one.</summary>
    public bool IsTraced => File.ReadLines($"/proc/{Id}/status").Any(static line => line.StartsWith("TracerPid:", StringComparison.Ordinal)
        && line.Split('\t')[1] != "0");

    /// <summary>Waits until another process traces this one.</summary>
    public void WaitUntilTraced() => Assert.True(Wait(() => IsTraced), "No process traces it.");

    /// <summary>Waits until no other process traces this one.</summary>
    public void WaitUntilFree() => Assert.True(Wait(() => !IsTraced), "It is still traced.");

    /// <summary>Reads the process's current count; a stopped process would not answer.</summary>
    public long Count()
    {
        const string Answer = "count ";
        _shell.StandardInput.WriteLine();
        while (true)
        {
            // The dump writer also prints to this output.
            string line = ReadLine();
            if (line.StartsWith(Answer, StringComparison.Ordinal))
            {
                return long.Parse(line.AsSpan(Answer.Length), CultureInfo.InvariantCulture);
            }
        }
    }

    /// <summary>Fails unless the process keeps counting.</summary>
    public void AssertRuns()
    {
        long before = Count();
        Assert.True(SpinWait.SpinUntil(() => Count() > before, s_patience), "The process no longer counts.");
    }

    /// <summary>Sends a signal without waiting for its effect.</summary>
    public void Signal(string signal)
    {
        using var kill = Process.Start("kill", [signal, Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    public void Kill()
    {
        _process.Kill();
        Assert.True(_shell.WaitForExit(s_patience), "The process did not exit.");
    }

    public void Dispose()
    {
        if (!HasExited)
        {
            Kill();
        }

        _process.Dispose();
        _shell.Dispose();
    }

    private static bool Wait(Func<bool> condition)
    {
        long start = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(start) > s_patience)
            {
                return false;
            }

            Thread.Sleep(1);
        }

        return true;
    }

    private string ReadLine()
    {
        Task<string?> line = _shell.StandardOutput.ReadLineAsync();
        Assert.True(line.Wait(s_patience), "The process does not answer.");
        Assert.NotNull(line.Result);
        return line.Result;
    }
}
