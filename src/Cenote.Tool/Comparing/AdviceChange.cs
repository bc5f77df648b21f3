using Cenote.Tool.Advising;

namespace Cenote.Tool.Comparing;

/// <summary>Advice of both runs that recommends different things.</summary>
/// <param name="Topic">The topic.</param>
/// <param name="Before">What the first run recommends; null for nothing.</param>
/// <param name="After">What the second run recommends; null for nothing.</param>
/// <param name="WasTooClose">
/// Whether one run called it too close, so that the other one does not contradict it.
/// </param>
internal sealed record AdviceChange(string Topic, string? Before, string? After, bool WasTooClose)
{
    /// <summary>The change from one advice to another one of the same topic.</summary>
    public static AdviceChange Of(AdviceItem before, AdviceItem after) =>
        new(
            before.Topic,
            before.Recommends,
            after.Recommends,
            AllowsFor(before, after.Recommends) || AllowsFor(after, before.Recommends));

    // UseForMemory is too close to call in time, and recommends nothing as soon as it costs some.
    private static bool AllowsFor(AdviceItem item, string? other) =>
        item.Outcome == Conclusion.TooCloseToCall
        || (item.Outcome == Conclusion.UseForMemory && other is null)
        || item.Even.Any(name => name == other);
}
