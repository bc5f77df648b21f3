using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Sorting: in an arena, or by way of one.</content>
internal static partial class Adviser
{
    // The arena's own sort is named first where the noise explains what is between the two.
    private static readonly string[] s_arenaSorts = [SortSection.ArenaSort, SortSection.SpanSort];

    /// <summary>
    /// Sort in an arena, if that is faster than sorting managed strings; and whether managed strings are worth an arena that is made to
    /// sort them.
    /// </summary>
    public static AdviceItem Sort(StepResult step)
    {
        const string Topic = "Sort";
        RivalResult managed = step.Timing[SortSection.ArraySort];
        RivalResult fastest = ByRatio(step, s_arenaSorts)[0];
        RivalResult best = s_arenaSorts.Select(name => step.Timing[name])
            .First(sort => sort.Verdict == fastest.Verdict && !IsFaster(fastest, sort));
        string figures = TimeAgainst(best, managed);
        string made = ManagedByArena(step.Timing[SortSection.ManagedByArena]);
        return best.Verdict switch
        {
            Verdict.Faster => new AdviceItem(
                Topic, best.Name, $"Sort these strings in an arena, by {best.Name}: {figures}. {made}"),
            Verdict.TooCloseToCall => new AdviceItem(
                Topic, null, $"Sorting is no reason to use an arena: {best.Name} is too close to call, {figures}. {made}"),
            _ => new AdviceItem(
                Topic, managed.Name, $"Managed strings are sorted faster than an arena's here: {best.Name} takes {figures}. {made}"),
        };
    }

    private static string ManagedByArena(RivalResult sort) => sort.Verdict switch
    {
        Verdict.Faster => $"For strings that are managed and stay so, an arena made only to sort them pays, too: {TimeOf(sort)} (ratio {RatioOf(sort)}).",
        Verdict.TooCloseToCall => $"An arena made only to sort managed strings is too close to call: {TimeOf(sort)} (ratio {RatioOf(sort)}).",
        _ => $"Do not make an arena only to sort managed strings: {TimeOf(sort)} (ratio {RatioOf(sort)}).",
    };
}
