using Microsoft.Extensions.Hosting;

namespace Cenote.Extensions.DependencyInjection;

/// <summary>
/// Makes a service when the host starts, so that a wrong option, or memory that the operating system refuses, ends the start and
/// not the first request.
/// </summary>
/// <typeparam name="T">The service.</typeparam>
/// <param name="service">The service. Asking for it has made it.</param>
internal sealed class MadeAtStart<T>(T service) : IHostedService
    where T : class
{
    /// <summary>The service.</summary>
    public T Service => service;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
