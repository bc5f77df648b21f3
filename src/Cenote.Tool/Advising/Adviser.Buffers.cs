using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Working memory: the best place for a short-lived copy or string.</content>
internal static partial class Adviser
{
    /// <summary>One conclusion for each kind of work that was measured.</summary>
    public static IEnumerable<AdviceItem> Buffers(CorpusProfile profile, SectionResult buffers) =>
        buffers.Steps.Select(step => WithEffects(TemporaryMemory(step), profile, step));

    /// <summary>Advice on temporary memory, for one kind of work.</summary>
    public static AdviceItem TemporaryMemory(StepResult step)
    {
        Decision decision = Rules.TemporaryMemory(step);
        RivalResult today = step.Baseline();
        RivalResult best = step.Timing[decision.Conclusion == Stay ? decision.Other! : decision.About!];
        Wording figures = $"{TimeAgainst(best, today)}; {Units.Bytes(best.AllocatedBytes)} allocated per string against "
            + $"{Units.Bytes(today.AllocatedBytes)}";
        return AdviceItem.Of(step.Title, decision, decision.Conclusion switch
        {
            Use => new($"Use {best} for memory that one method needs", figures) { Remarks = Tie(decision) },
            TooCloseToCall => new($"Stay with {today}", $"{best} is too close to call, {figures}"),
            _ => new($"Stay with {today}", $"{best}, the best of the others, takes {figures}"),
        });
    }
}
