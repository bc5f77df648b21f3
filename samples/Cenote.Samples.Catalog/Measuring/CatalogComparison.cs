using System.Globalization;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog.Measuring;

/// <summary>Loads each form of catalog with each requested garbage collector, one after the other.</summary>
/// <param name="options">The load.</param>
/// <param name="live">Receives the events for the live page; null for no page.</param>
/// <param name="progress">Receives a line per service.</param>
internal sealed class CatalogComparison(LoadOptions options, LiveComparison? live, TextWriter progress)
{
    // After this time, the JIT has fully optimized the code.
    private const int MostWarmUpSeconds = 8;

    /// <summary>Every form of catalog, by name.</summary>
    public static IReadOnlyDictionary<string, Func<ICatalog>> Forms { get; } = new Dictionary<string, Func<ICatalog>>(
        StringComparer.Ordinal)
    {
        ["plain"] = static () => new PlainCatalog(),
        ["cenote"] = static () => new CenoteCatalog(),
    };

    /// <summary>Runs the services.</summary>
    /// <param name="serverCollectors">The garbage collectors: true for the server's.</param>
    /// <param name="cancellationToken">Stops the running service.</param>
    /// <exception cref="ChildProcessException">A service failed, or two forms returned different responses.</exception>
    public async Task<IReadOnlyList<RunResult>> RunAsync(
        IReadOnlyList<bool> serverCollectors, CancellationToken cancellationToken)
    {
        var results = new List<RunResult>();
        var checksums = new HashSet<(string Before, string After)>();
        foreach (bool serverCollector in serverCollectors)
        {
            foreach (string form in Forms.Keys)
            {
                progress.WriteLine(
                    $"{results.Count + 1} of {Forms.Count * serverCollectors.Count}: {form}, "
                    + $"{(serverCollector ? "server" : "workstation")} collector");
                live?.Start(ComparisonTable.Title(form, serverCollector));
                (RunResult result, string before, string? after) = await RunAsync(form, serverCollector, cancellationToken);
                results.Add(result);

                // Only complete feeds leave equal catalogs. If a feed fell behind, the responses after the load are not compared.
                checksums.Add((before, after ?? checksums.FirstOrDefault().After));
                if (checksums.Count > 1)
                {
                    throw new ChildProcessException($"The responses of '{form}' differ from those of the others.");
                }
            }
        }

        return results;
    }

    private async Task<(RunResult Result, string Before, string? After)> RunAsync(
        string form, bool serverCollector, CancellationToken cancellationToken)
    {
        (ServiceProcess process, Uri address) = await ServiceProcess.StartAsync(
            [Application.ServeCommand, form, options.Products.ToString(CultureInfo.InvariantCulture)],
            serverCollector,
            cancellationToken);
        await using ServiceProcess disposing = process;
        using var client = new HttpClient { BaseAddress = address, Timeout = TimeSpan.FromSeconds(30) };
        try
        {
            using var generator = new LoadGenerator(client, options);
            string before = await generator.ChecksumAsync(cancellationToken);
            int warmUpSeconds = Math.Min(options.Seconds, MostWarmUpSeconds);
            generator.Run(warmUpSeconds, live: null, cancellationToken);
            (await client.PostAsync("/measurement", content: null, cancellationToken)).EnsureSuccessStatusCode().Dispose();
            LoadResult load = generator.Run(options.Seconds, live, cancellationToken);
            ServiceReport report = (await client.GetFromJsonAsync(
                "/measurement", CatalogJson.Default.ServiceReport, cancellationToken))!;
            live?.Finish(load.Product, report.Collections);
            bool isComplete = report.Updates == (long)options.Updates * (warmUpSeconds + options.Seconds);
            string? after = isComplete ? await generator.ChecksumAsync(cancellationToken) : null;
            return (new RunResult(form, serverCollector, load, report), before, after);
        }
        catch (HttpRequestException exception)
        {
            throw new ChildProcessException($"The service '{form}' does not respond: {exception.Message}", exception);
        }
    }
}
