using Microsoft.Extensions.Hosting;

namespace Cenote.Extensions.DependencyInjection;

/// <summary>
/// Creates a service when the host starts, so that an invalid option or a lack of memory makes the start fail, not the first
/// request.
/// </summary>
/// <typeparam name="T">The service.</typeparam>
/// <param name="service">The service, which dependency injection creates before it calls this constructor.</param>
internal sealed class MadeAtStart<T>(T service) : IHostedService
    where T : class
{
    /// <summary>The service.</summary>
    public T Service => service;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
