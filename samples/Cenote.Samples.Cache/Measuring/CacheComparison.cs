using System.Globalization;
using Cenote.Measurement;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>Loads a service with each requested kind of cache, one after the other.</summary>
/// <param name="options">The load.</param>
/// <param name="redis">The address of Redis; null for none.</param>
/// <param name="live">Receives the events for the live page; null for no page.</param>
/// <param name="progress">Receives a line per service and second.</param>
internal sealed class CacheComparison(LoadOptions options, string? redis, LiveComparison? live, TextWriter progress)
{
    /// <summary>Runs the services.</summary>
    /// <param name="kinds">The kinds of cache.</param>
    /// <param name="cancellationToken">Stops the running service.</param>
    /// <exception cref="ChildProcessException">A service failed, or two returned different responses.</exception>
    public async Task<IReadOnlyList<RunResult>> RunAsync(IReadOnlyList<CacheKind> kinds, CancellationToken cancellationToken)
    {
        var results = new List<RunResult>();
        var checksums = new HashSet<string>(StringComparer.Ordinal);
        foreach (CacheKind kind in kinds)
        {
            progress.WriteLine($"{results.Count + 1} of {kinds.Count}: {kind.ToString().ToLowerInvariant()}, filling");
            live?.Start(kind.ToString().ToLowerInvariant());
            results.Add(await RunAsync(kind, checksums, cancellationToken));
            if (checksums.Count > 1)
            {
                throw new ChildProcessException($"The responses of '{kind}' differ from earlier responses.");
            }
        }

        return results;
    }

    private async Task<RunResult> RunAsync(CacheKind kind, HashSet<string> checksums, CancellationToken cancellationToken)
    {
        string[] arguments =
        [
            Application.ServeCommand, kind.ToString(), options.Articles.ToString(CultureInfo.InvariantCulture),
            options.Megabytes.ToString(CultureInfo.InvariantCulture), redis ?? "",
        ];
        (ServiceProcess process, Uri address) = await ServiceProcess.StartAsync(
            arguments, options.ServerCollector, cancellationToken);
        await using ServiceProcess disposing = process;
        using var client = new HttpClient { BaseAddress = address, Timeout = TimeSpan.FromSeconds(30) };
        try
        {
            using var run = new CacheRun(client, kind, options, live, progress);
            checksums.Add(await run.ChecksumAsync(cancellationToken));
            RunResult result = await run.RunAsync(cancellationToken);
            live?.Finish(result.Article, result.Service.Collections);
            checksums.Add(await run.ChecksumAsync(cancellationToken));
            return result;
        }
        catch (HttpRequestException exception)
        {
            throw new ChildProcessException($"The service '{kind}' does not respond: {exception.Message}", exception);
        }
    }
}
