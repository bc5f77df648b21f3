using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Sorting in an arena.</content>
internal static partial class Adviser
{
    /// <summary>
    /// Advice on sorting strings that are already in an arena, and on filling an arena only to sort managed strings.
    /// </summary>
    public static AdviceItem Sort(StepResult step)
    {
        Decision decision = Rules.Sort(step);
        RivalResult best = step.Timing[decision.Conclusion == Stay ? decision.Other! : decision.About!];
        Wording figures = TimeAgainst(best, step.Baseline());
        Wording[] remarks = [.. Tie(decision), SortByArena(step)];
        return AdviceItem.Of("Sort", decision, decision.Conclusion switch
        {
            Use or Depends => new($"If these strings are already in an arena, sort them there by {best}", figures) { Remarks = remarks },
            TooCloseToCall =>
                new($"Whether strings in an arena sort faster is too close to call", $"{best}, {figures}") { Remarks = remarks },
            _ => new($"Managed strings sort faster here than strings in an arena", $"{best} takes {figures}") { Remarks = remarks },
        });
    }

    // The headline includes filling the arena, because most strings are not in one.
    private static AdviceItem WithFilling(AdviceItem item, CorpusProfile profile, StepResult step) => item.Effects.Count == 0
        ? item
                : item with { Effects = [.. TimeEffect(step, SortSection.ManagedByArena, profile)] };

    private static Wording SortByArena(StepResult step)
    {
        Decision decision = Rules.SortByArena(step);
        string advice = decision.Conclusion switch
        {
            Use => "For managed strings, an arena created only to sort them pays off, too",
            TooCloseToCall => "Whether an arena created only to sort managed strings pays off is too close to call",
            _ => "Do not create an arena only to sort managed strings",
        };
        RivalResult sort = step.Timing[decision.About!];
        return $"{advice}: {TimeOf(sort)}, including filling the arena (ratio {RatioOf(sort)})";
    }
}
