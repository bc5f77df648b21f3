namespace Cenote.Samples;

/// <summary>Leaves signals of the console and of the system to the program, which stops the server itself.</summary>
internal sealed class CallerLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
