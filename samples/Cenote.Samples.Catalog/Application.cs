using System.Globalization;
using System.Text.Json;
using Cenote.Files;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Measuring;
using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
internal sealed class Application(TextWriter output, TextWriter error)
{
    /// <summary>The command of the services: form and number of products follow.</summary>
    public const string ServeCommand = "serve";

    // What the plain form takes for a product, with room for the collector.
    private const long MostBytesOfProduct = 1_000;

    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Ends the service that is running.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(string[] arguments, CancellationToken cancellationToken)
    {
        try
        {
            switch (arguments)
            {
                case ["--help" or "-h"]:
                    output.WriteLine(Arguments.Usage);
                    return ExitCodes.Success;
                case [ServeCommand, var form, var products] when CatalogComparison.Forms.TryGetValue(form, out var make):
                    await ServeAsync(make(), int.Parse(products, CultureInfo.InvariantCulture), cancellationToken);
                    return ExitCodes.Success;
                default:
                    return Arguments.Parse(arguments, out string? mistake) is Arguments parsed
                        ? await CompareAsync(parsed, cancellationToken)
                        : Fail(mistake!, ExitCodes.Usage);
            }
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested || IsCancelled(exception))
        {
            return ExitCodes.Cancelled;
        }
        catch (Exception exception) when (exception is ChildProcessException or IOException or UnauthorizedAccessException)
        {
            return Fail(exception.Message, ExitCodes.Failure);
        }

        // A terminal sends Ctrl+C to the services, too, which may be the first to end.
        static bool IsCancelled(Exception exception) => exception is ChildProcessException { ExitCode: ExitCodes.Cancelled };
    }

    private async Task<int> CompareAsync(Arguments arguments, CancellationToken cancellationToken)
    {
        LoadOptions load = arguments.Load;
        long needed = load.Products * MostBytesOfProduct;
        if (needed > ResidentMemory.FreeBytes)
        {
            return Fail(
                $"{Units.Count(load.Products)} products need up to {Units.Bytes(needed)} of free memory, and there are "
                + $"{Units.Bytes(ResidentMemory.FreeBytes)}. Ask for fewer with --products.",
                ExitCodes.Failure);
        }

        if (arguments.JsonPath is string target)
        {
            FileTarget.Find(target);
        }

        IReadOnlyList<RunResult> results = await new CatalogComparison(load, error).RunAsync(
            arguments.ServerCollectors, cancellationToken);
        output.WriteLine($"{MachineInfo.Current()} (the load generator)");
        output.WriteLine(
            $"{Units.Count(load.Products)} products, {Units.Count(load.Requests)} requests and {Units.Count(load.Updates)} "
            + $"updates a second for {Units.Count(load.Seconds)} s, at most {OpenLoad.MostInFlight} requests in flight, "
            + "each service in a process of its own");
        output.WriteLine();
        output.Write(ComparisonTable.Of(results, load.Seconds));
        if (arguments.JsonPath is string path)
        {
            FileTarget.Find(path).Write(
                FileTarget.ReadWrite,
                (stream, _) => JsonSerializer.Serialize(stream, results, CatalogJson.Default.IReadOnlyListRunResult));
        }

        return ExitCodes.Success;
    }

    // Until whoever started this closes its input, or ends.
    private async Task ServeAsync(ICatalog catalog, int products, CancellationToken cancellationToken)
    {
        await using var service = new CatalogService(catalog, products);
        output.WriteLine(await service.StartAsync());
        await output.FlushAsync(cancellationToken);
        await Console.In.ReadToEndAsync(cancellationToken);
    }

    private int Fail(string message, int exitCode)
    {
        error.WriteLine(message);
        return exitCode;
    }
}
