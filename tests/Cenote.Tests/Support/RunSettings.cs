using System.Globalization;

namespace Cenote.Tests.Support;

/// <summary>What environment variables say about a run of the tests.</summary>
internal static class RunSettings
{
    private static readonly int s_percent = Number("CENOTE_TEST_PERCENT") ?? 10;

    /// <summary>
    /// <c>CENOTE_SOAK_SECONDS</c>: how long each soak and model test goes on; by default each does a fixed amount of work.
    /// </summary>
    public static TimeSpan Soak { get; } = TimeSpan.FromSeconds(Number("CENOTE_SOAK_SECONDS") ?? 0);

    /// <summary>
    /// So much of a long test's steps as <c>CENOTE_TEST_PERCENT</c> says: a tenth by default, so that a run takes no more
    /// than three minutes, and all of them where a change is to land.
    /// </summary>
    public static int Length(int steps) => (int)Math.Max(1, (long)steps * s_percent / 100);

    /// <summary>A seed for a random test: <c>CENOTE_SEED</c> to repeat a run, another one each time otherwise.</summary>
    public static int NewSeed() => Number("CENOTE_SEED") ?? Random.Shared.Next();

    public static bool IsSet(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static int? Number(string variable) =>
        IsSet(variable) ? int.Parse(Environment.GetEnvironmentVariable(variable)!, CultureInfo.InvariantCulture) : null;
}
