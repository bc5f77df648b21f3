using System.Globalization;
using Cenote.Samples.Cache.Measuring;
using Cenote.Samples.Cache.Service;

namespace Cenote.Samples.Cache;

/// <summary>The command line.</summary>
/// <param name="Load">The load of each service.</param>
/// <param name="Kinds">The kinds of cache to compare.</param>
/// <param name="RedisHost">The host of a running Redis server.</param>
/// <param name="RedisPort">The port of that server.</param>
/// <param name="PagePort">The port of the live page, 0 for any free one; null for no page.</param>
internal sealed record Arguments(
    LoadOptions Load, IReadOnlyList<CacheKind> Kinds, string? RedisHost, int RedisPort, int? PagePort)
{
    /// <summary>Whether Redis is one of the caches.</summary>
    public bool UsesRedis => Kinds.Contains(CacheKind.Redis);

    /// <summary>The address of the running Redis server, in the form that clients expect.</summary>
    public string? RedisAddress =>
        RedisHost is null ? null : string.Create(CultureInfo.InvariantCulture, $"{RedisHost}:{RedisPort}");

    public static string Usage => """
        Usage: Cenote.Samples.Cache [OPTION VALUE]...
          --cache NAME       memory, cenote, redis or all (default: memory, then cenote)
          --redis HOST:PORT  a running Redis (default: starts one, which needs redis-server)
          --articles N       articles, and lists of them, 100 to 100,000,000 (600,000)
          --megabytes N      the limit of each cache in MiB, 1 to 100,000 (256)
          --seconds N        how long each service is measured, 1 to 3,600 (12)
          --requests N       requests a second, 1 to 100,000 (1,500)
          --gc NAME          workstation or server (server)
          --page PORT        serves a live page on localhost, 0 for any free port (none)
        """;

    /// <summary>Parses a command line.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="mistake">The error message, in one line; null if the command line is valid.</param>
    /// <returns>The arguments; null if the command line is invalid.</returns>
    public static Arguments? Parse(ReadOnlySpan<string> arguments, out string? mistake)
    {
        var load = new LoadOptions(600_000, 256, 12, 1_500, ServerCollector: true);
        var parsed = new Arguments(load, [CacheKind.Memory, CacheKind.Cenote], RedisHost: null, RedisPort: 0, PagePort: null);
        for (; !arguments.IsEmpty; arguments = arguments[2..])
        {
            if (arguments.Length == 1)
            {
                mistake = $"{arguments[0]} is not an option, or its value is missing: see --help.";
                return null;
            }

            if (parsed.With(arguments[0], arguments[1], out mistake) is not Arguments next)
            {
                return null;
            }

            parsed = next;
        }

        mistake = parsed.RedisHost is null || parsed.UsesRedis ? null : "--redis requires --cache redis or --cache all.";
        return mistake is null ? parsed : null;
    }

    private Arguments? With(string option, string value, out string? mistake)
    {
        mistake = null;
        switch (option)
        {
            case "--cache" when value is "memory" or "cenote" or "redis":
                return this with { Kinds = [Enum.Parse<CacheKind>(value, ignoreCase: true)] };
            case "--cache" when value is "all":
                return this with { Kinds = Enum.GetValues<CacheKind>() };
            case "--cache":
                mistake = $"--cache is '{value}', but must be memory, cenote, redis or all.";
                return null;
            case "--redis":
                return WithRedis(value, out mistake);
            case "--articles":
                return Number(100, 100_000_000, out mistake) is int articles ? Loaded(Load with { Articles = articles }) : null;
            case "--megabytes":
                return Number(1, 100_000, out mistake) is int megabytes ? Loaded(Load with { Megabytes = megabytes }) : null;
            case "--seconds":
                return Number(1, 3_600, out mistake) is int seconds ? Loaded(Load with { Seconds = seconds }) : null;
            case "--requests":
                return Number(1, 100_000, out mistake) is int requests ? Loaded(Load with { Requests = requests }) : null;
            case "--page":
                return Number(0, ushort.MaxValue, out mistake) is int port ? this with { PagePort = port } : null;
            case "--gc" when value is "workstation" or "server":
                return Loaded(Load with { ServerCollector = value == "server" });
            case "--gc":
                mistake = $"--gc is '{value}', but must be workstation or server.";
                return null;
            default:
                mistake = $"There is no option {option}: see --help.";
                return null;
        }

        int? Number(int least, int most, out string? mistake) => NumberOption.Parse(option, value, least, most, out mistake);

        Arguments Loaded(LoadOptions load) => this with { Load = load };
    }

    private Arguments? WithRedis(string value, out string? mistake)
    {
        int colon = value.LastIndexOf(':');
        bool valid = ushort.TryParse(value.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out ushort port)
            && colon > 0 && port > 0;
        mistake = valid ? null : $"--redis is '{value}', but must be a host and a port, such as 127.0.0.1:6379.";
        return valid ? this with { RedisHost = value[..colon], RedisPort = port } : null;
    }
}
