using Cenote.Tool.Measuring;

namespace Cenote.Tool.Advising;

/// <content>Working memory: where a copy or a text is best made that is needed for a moment only.</content>
internal static partial class Adviser
{
    /// <summary>One conclusion for each kind of work that was measured.</summary>
    public static IEnumerable<AdviceItem> Buffers(SectionResult buffers) => buffers.Steps.Select(step => WithEffects(TemporaryMemory(step), step));

    /// <summary>
    /// The fastest of those that are faster than what a program has today. Of those that cannot be told from it, the first one is named, for
    /// contenders stand in the order of what they ask of a program.
    /// </summary>
    public static AdviceItem TemporaryMemory(StepResult step)
    {
        RivalResult today = step.Timing.Rivals[0];
        RivalResult[] others = [.. step.Timing.Rivals.Skip(1)];
        RivalResult fastest = others.MinBy(rival => rival.Ratio.Median)!;
        return fastest.Verdict switch
        {
            Verdict.Faster => Recommend(others.First(rival => rival.Verdict == Verdict.Faster && !IsFaster(fastest, rival))),
            Verdict.TooCloseToCall => new AdviceItem(
                step.Title, null, $"Stay with {today.Name}: {fastest.Name} is too close to call, {FiguresOf(fastest)}."),
            _ => new AdviceItem(
                step.Title, today.Name, $"Stay with {today.Name}: {fastest.Name}, the best of the others, takes {FiguresOf(fastest)}."),
        };

        AdviceItem Recommend(RivalResult best) =>
            new(step.Title, best.Name, $"Use {best.Name} where it is needed in one method: {FiguresOf(best)}.");

        string FiguresOf(RivalResult rival) =>
            $"{TimeAgainst(rival, today)}; {Units.Bytes(rival.AllocatedBytes)} allocated per string against {Units.Bytes(today.AllocatedBytes)}";
    }
}
