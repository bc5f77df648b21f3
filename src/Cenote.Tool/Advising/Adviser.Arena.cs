using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>The arena: a choice of its own, because its strings can only be released all at once.</content>
internal static partial class Adviser
{
    /// <summary>
    /// Hold everything in an arena: if that is faster than an array of strings and than every pool that is, too, or no slower than an
    /// array of strings and leaner than everything else that is not.
    /// </summary>
    public static AdviceItem Arena(StepResult step)
    {
        const string Topic = "Arena";
        RivalResult managed = step.Timing[StringsSection.ManagedArray];
        RivalResult arena = step.Timing[StringsSection.ArenaList];
        RivalResult[] pools = [.. ByRatio(step, s_heldChars).Where(IsNotSlower)];
        string figures = $"{TimeAgainst(arena, managed)}, {MemoryAgainst(step, arena.Name)}; {PhysicalMemoryAgainst(step, arena, managed)}";
        if (arena.Verdict == Verdict.Slower)
        {
            return new AdviceItem(
                Topic, null, $"Even if all strings can be released at once, an arena does not pay here: {arena.Name} takes {figures}.");
        }

        RivalResult? fastest = pools.FirstOrDefault(pool => pool.Verdict == Verdict.Faster);
        if (arena.Verdict == Verdict.Faster && (fastest is null || IsFaster(arena, fastest)))
        {
            string pool = fastest is null ? string.Empty : $" The fastest pool is {WithPool(fastest)}: {TimeOf(fastest)}, {SizeOf(step, fastest)}.";
            return new AdviceItem(Topic, arena.Name, $"If all strings can be released at once, hold them as {arena.Name}: {figures}.{pool}");
        }

        RivalResult leanest = Leanest(step, pools.Append(managed))!;
        if (BytesOf(step, arena) <= (1 - NotableMemory) * BytesOf(step, leanest))
        {
            string pool = leanest == managed ? string.Empty : $" The leanest pool is {WithPool(leanest)}: {TimeOf(leanest)}, {SizeOf(step, leanest)}.";
            return new AdviceItem(
                Topic, arena.Name, $"If all strings can be released at once, hold them as {arena.Name} for its memory: {figures}.{pool}");
        }

        return fastest is null
            ? new AdviceItem(Topic, null, $"Nothing speaks for an arena here: {arena.Name} is too close to call, {figures}.")
            : new AdviceItem(
                Topic,
                null,
                $"An arena is not clearly better than {WithPool(fastest)}, which can release each string by itself ({TimeOf(fastest)}, "
                + $"{SizeOf(step, fastest)}): {arena.Name} takes {figures}.");
    }

    // Of an arena's last chunk, which is the largest, much may never have been touched.
    private static string PhysicalMemoryAgainst(StepResult step, RivalResult rival, RivalResult managed) =>
        $"the process grew by {Units.Bytes(Memory(step, rival.Name).ResidentBytes)} against "
        + $"{Units.Bytes(Memory(step, managed.Name).ResidentBytes)}";
}
