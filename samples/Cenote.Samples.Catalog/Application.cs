using System.Globalization;
using System.Text.Json;
using Cenote.Files;
using Cenote.Measurement;
using Cenote.Samples.Catalog.Catalogs;
using Cenote.Samples.Catalog.Measuring;
using Cenote.Samples.Catalog.Service;

namespace Cenote.Samples.Catalog;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
/// <param name="input">Opens the input; the end of the input stops a service or the live page.</param>
/// <param name="output">Receives the results.</param>
/// <param name="error">Receives progress and error messages.</param>
internal sealed class Application(Func<TextReader> input, TextWriter output, TextWriter error)
{
    /// <summary>The command of a service, followed by the form and the number of products.</summary>
    public const string ServeCommand = "serve";

    // Estimated bytes of a product in the plain form, including space for the garbage collector.
    private const long MostBytesOfProduct = 1_000;

    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Stops the running service.</param>
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

        // A terminal also sends Ctrl+C to the services, so a service may exit first.
        static bool IsCancelled(Exception exception) => exception is ChildProcessException { ExitCode: ExitCodes.Cancelled };
    }

    private async Task<int> CompareAsync(Arguments arguments, CancellationToken cancellationToken)
    {
        LoadOptions load = arguments.Load;
        long needed = load.Products * MostBytesOfProduct;
        if (needed > ResidentMemory.FreeBytes)
        {
            return Fail(
                $"{Units.Count(load.Products)} products need up to {Units.Bytes(needed)} of memory, but only "
                + $"{Units.Bytes(ResidentMemory.FreeBytes)} is free. Use --products to hold fewer.",
                ExitCodes.Failure);
        }

        if (arguments.JsonPath is string target)
        {
            FileTarget.Find(target);
        }

        await using LivePage? page = arguments.PagePort is int port
            ? await LivePage.StartAsync(port, LiveLoad(load), error)
            : null;
        IReadOnlyList<RunResult> results = await new CatalogComparison(load, page?.Comparison, error).RunAsync(
            arguments.ServerCollectors, cancellationToken);
        output.WriteLine($"{MachineInfo.Current()} (the load generator)");
        output.WriteLine(
            $"{Units.Count(load.Products)} products, {Units.Count(load.Requests)} requests and {Units.Count(load.Updates)} "
            + $"updates a second for {Units.Count(load.Seconds)} s, at most {OpenLoad.MostInFlight} requests in flight, "
            + "each service in a separate process");
        output.WriteLine();
        output.Write(ComparisonTable.Of(results, load.Seconds));
        if (arguments.JsonPath is string path)
        {
            FileTarget.Find(path).Write(
                FileTarget.ReadWrite,
                (stream, _) => JsonSerializer.Serialize(stream, results, CatalogJson.Default.IReadOnlyListRunResult));
        }

        await (page?.StayAsync(input(), error, cancellationToken) ?? Task.CompletedTask);
        return ExitCodes.Success;
    }

    private static LiveLoad LiveLoad(LoadOptions load) => new(
        "A catalog under load",
        $"{Units.Count(load.Products)} products, {Units.Count(load.Requests)} requests and {Units.Count(load.Updates)} updates "
        + $"per second, {Units.Count(load.Seconds)} s per service",
        "one product",
        load.Seconds);

    // Runs until the parent process closes this process's input, or exits.
    private async Task ServeAsync(ICatalog catalog, int products, CancellationToken cancellationToken)
    {
        await using var service = new CatalogService(catalog, products);
        output.WriteLine(await service.StartAsync());
        await output.FlushAsync(cancellationToken);
        await input().ReadToEndAsync(cancellationToken);
    }

    private int Fail(string message, int exitCode)
    {
        error.WriteLine(message);
        return exitCode;
    }
}
