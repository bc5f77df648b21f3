using System.Globalization;

namespace Cenote.Tests.Support;

/// <summary>The settings of a test run, from environment variables.</summary>
internal static class RunSettings
{
    private const int MinForLongTests = 10;
    private static readonly int s_percent = Number("CENOTE_TEST_PERCENT") ?? 3;

    /// <summary>
    /// <c>CENOTE_SOAK_SECONDS</c>: the duration of each soak and model test; by default each does a fixed amount of work.
    /// </summary>
    public static TimeSpan Soak { get; } = TimeSpan.FromSeconds(Number("CENOTE_SOAK_SECONDS") ?? 0);

    /// <summary>
    /// <c>CENOTE_TEST_PERCENT</c> percent of the steps, rounds or milliseconds of a test: 3 by default, so that a run takes a few
    /// minutes, 10 or 30 in CI, and 100 at full length.
    /// </summary>
    public static int Length(int steps) => (int)Math.Max(1, (long)steps * s_percent / 100);

    /// <summary>Why long tests are skipped: tests that take seconds at any percentage. Null if they run.</summary>
    public static string? ReasonToSkipLongTests { get; } = s_percent >= MinForLongTests
        ? null
        : $"A long test: set CENOTE_TEST_PERCENT to {MinForLongTests} or more to run it.";

    /// <summary>A seed for a random test: <c>CENOTE_SEED</c> to repeat a run, otherwise random.</summary>
    public static int NewSeed() => Number("CENOTE_SEED") ?? Random.Shared.Next();

    public static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static int? Number(string variable) =>
        IsSet(variable) ? int.Parse(Environment.GetEnvironmentVariable(variable)!, CultureInfo.InvariantCulture) : null;
}
