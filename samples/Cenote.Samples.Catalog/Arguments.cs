using Cenote.Samples.Catalog.Measuring;

namespace Cenote.Samples.Catalog;

/// <summary>The command line.</summary>
/// <param name="Load">The load of each service.</param>
/// <param name="ServerCollectors">The garbage collectors to compare: true for the server's.</param>
/// <param name="JsonPath">A file for the results; null for none.</param>
/// <param name="PagePort">The port of the live page, 0 for any free one; null for no page.</param>
internal sealed record Arguments(LoadOptions Load, IReadOnlyList<bool> ServerCollectors, string? JsonPath, int? PagePort)
{
    public static string Usage => """
        Usage: Cenote.Samples.Catalog [OPTION VALUE]...
          --products N   products in the catalog, 100 to 100,000,000 (5,000,000)
          --seconds N    how long each service is measured, 1 to 3,600 (40)
          --requests N   requests a second, 1 to 100,000 (1,500)
          --updates N    updates a second, 0 to 1,000,000 (20,000)
          --gc NAME      workstation, server or both (both)
          --json FILE    also writes the results to this file
          --page PORT    serves a live page on localhost, 0 for any free port (none)
        """;

    /// <summary>Parses a command line.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="mistake">The error message, in one line; null if the command line is valid.</param>
    /// <returns>The arguments; null if the command line is invalid.</returns>
    public static Arguments? Parse(ReadOnlySpan<string> arguments, out string? mistake)
    {
        var parsed = new Arguments(new LoadOptions(5_000_000, 40, 1_500, 20_000), [false, true], JsonPath: null, PagePort: null);
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

        mistake = null;
        return parsed;
    }

    private Arguments? With(string option, string value, out string? mistake)
    {
        mistake = null;
        switch (option)
        {
            case "--products":
                return Number(100, 100_000_000, out mistake) is int products
                    ? this with { Load = Load with { Products = products } } : null;
            case "--seconds":
                return Number(1, 3_600, out mistake) is int seconds
                    ? this with { Load = Load with { Seconds = seconds } } : null;
            case "--requests":
                return Number(1, 100_000, out mistake) is int requests
                    ? this with { Load = Load with { Requests = requests } } : null;
            case "--updates":
                return Number(0, 1_000_000, out mistake) is int updates
                    ? this with { Load = Load with { Updates = updates } } : null;
            case "--gc" when value is "workstation" or "server" or "both":
                return this with
                {
                    ServerCollectors = value switch { "workstation" => [false], "server" => [true], _ => [false, true] },
                };
            case "--gc":
                mistake = $"--gc is '{value}', but must be workstation, server or both.";
                return null;
            case "--json":
                return this with { JsonPath = value };
            case "--page":
                return Number(0, ushort.MaxValue, out mistake) is int port ? this with { PagePort = port } : null;
            default:
                mistake = $"There is no option {option}: see --help.";
                return null;
        }

        int? Number(int least, int most, out string? mistake) => NumberOption.Parse(option, value, least, most, out mistake);
    }
}
