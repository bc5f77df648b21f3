using System.Globalization;

namespace Cenote.Tests.Support;

/// <summary>What environment variables say about a run of the tests.</summary>
internal static class RunSettings
{
    /// <summary><c>CENOTE_SOAK_SECONDS</c>: how long each soak and model test goes on; by default each does a fixed amount of work.</summary>
    public static TimeSpan Soak { get; } = TimeSpan.FromSeconds(Number("CENOTE_SOAK_SECONDS") ?? 0);

    /// <summary>A seed for a random test: <c>CENOTE_SEED</c> to repeat a run, another one each time otherwise.</summary>
    public static int NewSeed() => Number("CENOTE_SEED") ?? Random.Shared.Next();

    public static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static int? Number(string variable) =>
        IsSet(variable) ? int.Parse(Environment.GetEnvironmentVariable(variable)!, CultureInfo.InvariantCulture) : null;
}
