using System.Globalization;

namespace Cenote.Tests.Support;

/// <summary>The settings of a test run, from environment variables.</summary>
internal static class RunSettings
{
    private const int LeastForLongTests = 10;
    private static readonly int s_percent = Number("CENOTE_TEST_PERCENT") ?? 3;

    /// <summary>
    /// <c>CENOTE_SOAK_SECONDS</c>: the duration of each soak and model test; by default each does a fixed amount of work.
    /// </summary>
    public static TimeSpan Soak { get; } = TimeSpan.FromSeconds(Number("CENOTE_SOAK_SECONDS") ?? 0);

    /// <summary>
    /// <c>CENOTE_TEST_PERCENT</c> percent of a long test's steps: 3 by default, so that all tests take a few minutes, 30 in CI,
    /// and 100 at full length.
    /// </summary>
    public static int Length(int steps) => (int)Math.Max(1, (long)steps * s_percent / 100);

    /// <summary>Null if tests run that take seconds at any length.</summary>
    public static string? ReasonToSkipLongTests { get; } = s_percent >= LeastForLongTests
        ? null
        : $"Takes long; set CENOTE_TEST_PERCENT to {LeastForLongTests} or more to run it.";

    /// <summary>A seed for a random test: <c>CENOTE_SEED</c> to repeat a run, otherwise random.</summary>
    public static int NewSeed() => Number("CENOTE_SEED") ?? Random.Shared.Next();

    public static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static int? Number(string variable) =>
        IsSet(variable) ? int.Parse(Environment.GetEnvironmentVariable(variable)!, CultureInfo.InvariantCulture) : null;
}
