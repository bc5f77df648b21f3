using System.Globalization;
using Cenote.Measurement;
using Cenote.Samples.Cache.Measuring;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache;

/// <summary>The command line of the sample, from arguments to exit code.</summary>
/// <param name="input">Opens the input; the end of the input stops a service or the live page.</param>
/// <param name="output">Receives the results.</param>
/// <param name="error">Receives progress and error messages.</param>
internal sealed class Application(Func<TextReader> input, TextWriter output, TextWriter error)
{
    /// <summary>
    /// The command of a service, followed by the kind of cache, the number of articles, the limit in MiB and the address of
    /// Redis.
    /// </summary>
    public const string ServeCommand = "serve";

    // Estimated bytes of an article on the managed heap, including keys, entries and space for the garbage collector.
    private const int MostBytesOfArticle = 3_000;

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
                case [ServeCommand, var kind, var articles, var megabytes, var redis]:
                    await ServeAsync(Enum.Parse<CacheKind>(kind), Number(articles), Number(megabytes), redis, cancellationToken);
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

        static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
    }

    private async Task<int> CompareAsync(Arguments arguments, CancellationToken cancellationToken)
    {
        LoadOptions load = arguments.Load;
        long needed = Math.Min(2L * load.Megabytes << 20, (long)load.Articles * MostBytesOfArticle) * 2;
        if (needed > ResidentMemory.FreeBytes)
        {
            return Fail(
                $"Caches of this size need up to {Units.Bytes(needed)} of memory, but only "
                + $"{Units.Bytes(ResidentMemory.FreeBytes)} is free. Use --megabytes to make them smaller.",
                ExitCodes.Failure);
        }

        long machine = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        if ((long)load.Megabytes << 20 > machine)
        {
            return Fail(
                $"A cache of {load.Megabytes} MiB is larger than the memory of this machine or container, {Units.Bytes(machine)}. "
                + "Use --megabytes to make it smaller.",
                ExitCodes.Usage);
        }

        if (arguments.RedisHost is string host && !RedisServer.Answers(host, arguments.RedisPort))
        {
            return Fail(
                $"No Redis answers at {arguments.RedisAddress}. Start one there, or omit --redis: the sample then starts one.",
                ExitCodes.Usage);
        }

        if (arguments is { UsesRedis: true, RedisAddress: null } && !RedisServer.IsInstalled)
        {
            return Fail(RedisServer.Missing, ExitCodes.Usage);
        }

        using RedisServer? started = arguments is { UsesRedis: true, RedisAddress: null }
            ? RedisServer.Start(2L * load.Megabytes << 20)
            : null;
        string? redis = arguments.RedisAddress ?? started?.Configuration;
        await using LivePage? page = arguments.PagePort is int port
            ? await LivePage.StartAsync(port, LiveLoad(load), error)
            : null;
        IReadOnlyList<RunResult> results = await new CacheComparison(load, redis, page?.Comparison, error).RunAsync(
            arguments.Kinds, cancellationToken);
        output.WriteLine($"{MachineInfo.Current()} (the load generator)");
        output.WriteLine(
            $"{Units.Count(load.Articles)} articles and as many lists, two caches of {load.Megabytes} MiB, "
            + $"{Units.Count(load.Requests)} requests a second for {Units.Count(load.Seconds)} s, at most "
            + $"{OpenLoad.MostInFlight} in flight, each service in a separate process");
        output.WriteLine();
        output.Write(ComparisonTable.Of(results));
        await (page?.StayAsync(input(), error, cancellationToken) ?? Task.CompletedTask);
        return ExitCodes.Success;
    }

    private static LiveLoad LiveLoad(LoadOptions load) => new(
        "A cache under load",
        $"{Units.Count(load.Articles)} articles, two caches of {load.Megabytes} MiB, {Units.Count(load.Requests)} requests per "
        + $"second, {Units.Count(load.Seconds)} s per service",
        "one article",
        load.Seconds);

    // Runs until the parent process closes this process's input, or exits.
    private async Task ServeAsync(CacheKind kind, int articles, int megabytes, string redis, CancellationToken cancellationToken)
    {
        await using var service = new CacheService(kind, articles, (long)megabytes << 20, redis);
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
