using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>The arena: a separate topic, because its strings can only be released all at once.</content>
internal static partial class Adviser
{
    /// <summary>Advice on holding all strings in an arena.</summary>
    public static AdviceItem Arena(CorpusProfile profile, StepResult step)
    {
        Decision decision = Rules.Arena(step);
        RivalResult managed = step.Baseline();
        RivalResult arena = step.Timing[decision.About!];
        Wording figures = $"{TimeAgainst(arena, managed)}, {MemoryAgainst(step, arena.Name, profile)}; "
            + $"{PhysicalMemoryAgainst(step, arena, managed)}";
        return AdviceItem.Of("Arena", decision, decision.Conclusion switch
        {
            Use => new($"If all strings can be released at once, hold them as {arena}", figures) { Remarks = Pool("fastest") },
            UseForMemory => new($"If all strings can be released at once, hold them as {arena} to save memory", figures)
            {
                Remarks = Pool("leanest"),
            },
            CostsTime => new(
                $"Even if all strings can be released at once, an arena does not pay off here", $"{arena} takes {figures}"),
            TooCloseToCall => new($"An arena is not clearly better here", $"{arena} is too close to call, {figures}"),
            _ => new(
                $"An arena is not clearly better than {WithPool(step.Timing[decision.Other!])}, "
                + $"which can release each string by itself ({TimeAndSizeOf(decision.Other!)})",
                $"{arena} takes {figures}"),
        });

        Wording[] Pool(string best) => decision.Other is string pool && pool != managed.Name
            ? [$"The {best} pool is {WithPool(step.Timing[pool])}: {TimeAndSizeOf(pool)}"]
            : [];

        string TimeAndSizeOf(string name) => $"{TimeOf(step.Timing[name])}, {SizeOf(step, name, profile)}";
    }

    // Shows physical memory, because much of an arena's last and largest chunk may never have been touched.
    private static string PhysicalMemoryAgainst(StepResult step, RivalResult rival, RivalResult managed) =>
        $"the process grew by {Units.Bytes(step.MemoryOf(rival.Name).ResidentBytes)} against "
        + $"{Units.Bytes(step.MemoryOf(managed.Name).ResidentBytes)}";
}
