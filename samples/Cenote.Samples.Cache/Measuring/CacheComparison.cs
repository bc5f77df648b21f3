using System.Globalization;
using Cenote.Measurement;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache.Measuring;

/// <summary>Loads a service with every kind of cache that is asked for, one after the other.</summary>
internal sealed class CacheComparison(LoadOptions options, string? redis, TextWriter progress)
{
    /// <summary>Runs them.</summary>
    /// <param name="kinds">The caches.</param>
    /// <param name="cancellationToken">Ends the service that is running.</param>
    /// <exception cref="ChildProcessException">A service failed, or two gave different answers.</exception>
    public async Task<IReadOnlyList<RunResult>> RunAsync(IReadOnlyList<CacheKind> kinds, CancellationToken cancellationToken)
    {
        var results = new List<RunResult>();
        var checksums = new HashSet<string>(StringComparer.Ordinal);
        foreach (CacheKind kind in kinds)
        {
            progress.WriteLine($"{results.Count + 1} of {kinds.Count}: {kind.ToString().ToLowerInvariant()}, filling");
            results.Add(await RunAsync(kind, checksums, cancellationToken));
            if (checksums.Count > 1)
            {
                throw new ChildProcessException($"The answers of '{kind}' are not those that were cached.");
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
            using var run = new CacheRun(client, kind, options, progress);
            checksums.Add(await run.ChecksumAsync(cancellationToken));
            RunResult result = await run.RunAsync(cancellationToken);
            checksums.Add(await run.ChecksumAsync(cancellationToken));
            return result;
        }
        catch (HttpRequestException exception)
        {
            throw new ChildProcessException($"The service '{kind}' does not answer: {exception.Message}", exception);
        }
    }
}
