using System.Diagnostics;
using System.Text;
using Cenote.Measurement;

namespace Cenote.Samples;

/// <summary>A service in a separate process. The service stops when this object is disposed or this process exits.</summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly StringBuilder _errors = new();

    private ServiceProcess(Process process)
    {
        _process = process;
        process.ErrorDataReceived += (_, line) =>
        {
            lock (_errors)
            {
                _errors.AppendLine(line.Data);
            }
        };
        process.BeginErrorReadLine();
    }

    /// <summary>Starts a service of this program and waits for the address that the service prints when ready.</summary>
    /// <param name="arguments">The command line of the service.</param>
    /// <param name="serverCollector">Whether the service uses the server garbage collector; other settings are defaults.</param>
    /// <param name="cancellationToken">Stops the process.</param>
    /// <returns>The process, and the address of the service.</returns>
    /// <exception cref="ChildProcessException">
    /// The process could not be started, or exited without printing an address.
    /// </exception>
    /// <exception cref="OperationCanceledException">The token was cancelled; the process has exited.</exception>
    public static async Task<(ServiceProcess Process, Uri Address)> StartAsync(
        IReadOnlyList<string> arguments, bool serverCollector, CancellationToken cancellationToken)
    {
        ProcessStartInfo start = new ChildProcess(typeof(ServiceProcess).Assembly).StartInfo([.. arguments]);
        start.Environment["DOTNET_gcServer"] = serverCollector ? "1" : "0";
        var service = new ServiceProcess(
            Process.Start(start) ?? throw new ChildProcessException("The service could not be started."));
        try
        {
            string? address = await service._process.StandardOutput.ReadLineAsync(cancellationToken);
            return (service, new Uri(address ?? throw service.Ended()));
        }
        catch
        {
            service._process.Kill(entireProcessTree: true);
            await service.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        using var patience = new CancellationTokenSource(s_patience);
        try
        {
            // The service stops at the end of its input.
            _process.StandardInput.Close();
            await _process.WaitForExitAsync(patience.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private ChildProcessException Ended()
    {
        _process.WaitForExit();
        lock (_errors)
        {
            return new ChildProcessException($"A service ended with exit code {_process.ExitCode}: {_errors}".Trim())
            {
                ExitCode = _process.ExitCode,
            };
        }
    }
}
