using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Cenote.Browser.Tests;

/// <summary>A sample that runs its comparison with a small load and serves the live page.</summary>
internal sealed partial class SampleProcess : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly Process _process;

    private SampleProcess(Process process, Uri address)
    {
        _process = process;
        Address = address;
    }

    [GeneratedRegex(@"http://localhost:\d+/", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex AnyAddress { get; }

    /// <summary>The address of the live page.</summary>
    public Uri Address { get; }

    /// <summary>Starts a sample.</summary>
    /// <param name="name">The name of the sample's project.</param>
    /// <param name="options">The options of the sample, without the one for the page.</param>
    public static async Task<SampleProcess> StartAsync(string name, params string[] options)
    {
        // The output folders of both projects differ only in the name of the project.
        string folder = AppContext.BaseDirectory.Replace("Cenote.Browser.Tests", name, StringComparison.Ordinal);
        string program = Path.Combine(folder, $"{name}.dll");
        Process process = Process.Start(new ProcessStartInfo("dotnet", [program, .. options, "--page", "0"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
        string line = await process.StandardError.ReadLineAsync() ?? "";
        Assert.Matches(AnyAddress, line);

        // A full pipe would block the sample.
        _ = process.StandardOutput.ReadToEndAsync();
        _ = process.StandardError.ReadToEndAsync();
        return new SampleProcess(process, new Uri(AnyAddress.Match(line).Value));
    }

    /// <summary>Closes the input of the sample, which stops it; kills it if it does not exit in time.</summary>
    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(s_patience))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }
}
