using Cenote.Tool.Advising;

namespace Cenote.Tool.Comparing;

/// <summary>Two different recommendations on the same topic, one from each run.</summary>
/// <param name="Topic">The topic.</param>
/// <param name="Before">The recommendation of the first run; null for none.</param>
/// <param name="After">The recommendation of the second run; null for none.</param>
/// <param name="WasTooClose">
/// Whether the recommendation of one run was too close to call, so that the other run does not contradict it.
/// </param>
internal sealed record AdviceChange(string Topic, string? Before, string? After, bool WasTooClose)
{
    /// <summary>The change from one recommendation to another one on the same topic.</summary>
    public static AdviceChange Of(AdviceItem before, AdviceItem after) =>
        new(
            before.Topic,
            before.Recommends,
            after.Recommends,
            AllowsFor(before, after.Recommends) || AllowsFor(after, before.Recommends));

    // A contender recommended for memory is too close to call in time. If it costs time in another run, it is not recommended.
    private static bool AllowsFor(AdviceItem item, string? other) =>
        item.Outcome == Conclusion.TooCloseToCall
        || (item.Outcome == Conclusion.UseForMemory && other is null)
        || item.Even.Any(name => name == other);
}
