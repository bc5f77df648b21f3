using System.Diagnostics;
using System.Globalization;
using Cenote.Heap.Victim;

namespace Cenote.Heap.Tests;

/// <summary>A process to look at, which is asked for its count before and after.</summary>
internal sealed class VictimProcess : IDisposable
{
    private readonly Process _process;

    public VictimProcess(string argument = "", string shell = "", params (string Name, string Value)[] environment)
    {
        string program = typeof(Holdings).Assembly.Location;
        var start = new ProcessStartInfo("/bin/bash", ["-c", $"{shell} exec '{Muxer}' exec '{program}' {argument}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }

        _process = Process.Start(start)!;
        Assert.Equal("ready", _process.StandardOutput.ReadLine());
    }

    public static string Muxer => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>How far it has counted, which a process that stands still would not answer.</summary>
    public long Count()
    {
        const string Answer = "count ";
        _process.StandardInput.WriteLine();
        while (true)
        {
            // What writes a dump writes to its output as well.
            Task<string?> line = _process.StandardOutput.ReadLineAsync();
            Assert.True(line.Wait(TimeSpan.FromSeconds(30)), "The process stands still.");
            Assert.NotNull(line.Result);
            if (line.Result.StartsWith(Answer, StringComparison.Ordinal))
            {
                return long.Parse(line.Result.AsSpan(Answer.Length), CultureInfo.InvariantCulture);
            }
        }
    }

    /// <summary>Fails unless the process counts on.</summary>
    public void AssertRuns()
    {
        long before = Count();
        Assert.True(SpinWait.SpinUntil(() => Count() > before, TimeSpan.FromSeconds(30)), "It does not count any more.");
    }

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            Kill();
        }

        _process.Dispose();
    }
}
