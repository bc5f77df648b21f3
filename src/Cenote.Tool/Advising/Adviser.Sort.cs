using Cenote.Tool.Measuring;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Sorting: in an arena, or by way of one.</content>
internal static partial class Adviser
{
    /// <summary>
    /// Sort in an arena; and in addition, whether managed strings are worth an arena that is made only to sort them.
    /// </summary>
    public static AdviceItem Sort(StepResult step)
    {
        Decision decision = Rules.Sort(step);
        RivalResult best = step.Timing[decision.Conclusion == Stay ? decision.Other! : decision.About!];
        Wording figures = TimeAgainst(best, step.Baseline());
        Wording[] remarks = [.. Tie(decision), SortByArena(step)];
        return AdviceItem.Of("Sort", decision, decision.Conclusion switch
        {
            Use => new($"Sort these strings in an arena, by {best}", figures) { Remarks = remarks },
            TooCloseToCall =>
                new($"Sorting is no reason to use an arena", $"{best} is too close to call, {figures}") { Remarks = remarks },
            _ => new($"Managed strings are sorted faster than an arena's here", $"{best} takes {figures}") { Remarks = remarks },
        });
    }

    private static Wording SortByArena(StepResult step)
    {
        Decision decision = Rules.SortByArena(step);
        string advice = decision.Conclusion switch
        {
            Use => "For strings that are managed and stay so, an arena made only to sort them pays, too",
            TooCloseToCall => "An arena made only to sort managed strings is too close to call",
            _ => "Do not make an arena only to sort managed strings",
        };
        RivalResult sort = step.Timing[decision.About!];
        return $"{advice}: {TimeOf(sort)} (ratio {RatioOf(sort)})";
    }
}
