using Cenote.Strings;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Figures: how results are compared, and how they are cited.</content>
internal static partial class Adviser
{
    private static RivalResult[] ByRatio(StepResult step, string[] names) =>
        [.. step.Timing.Rivals.Where(rival => names.Contains(rival.Name)).OrderBy(rival => rival.Ratio.Median)];

    private static RivalResult? Leanest(StepResult step, IEnumerable<RivalResult> rivals) => rivals.MinBy(rival => BytesOf(step, rival));

    private static bool IsNotSlower(RivalResult rival) => rival.Verdict != Verdict.Slower;

    // The noise does not explain the difference: their intervals do not meet.
    private static bool IsFaster(RivalResult rival, RivalResult other) => rival.RatioInterval.Upper < other.RatioInterval.Lower;

    private static string WithPool(RivalResult rival)
    {
        string pool = StringsSection.PoolOf(rival.Name);
        string article = pool == nameof(UnmanagedStringPool) ? "an" : "a";
        return $"{rival.Name} over {article} {pool}";
    }

    private static HoldMeasurement Memory(StepResult step, string name) => step.Memory.First(memory => memory.Name == name);

    private static long BytesOf(StepResult step, RivalResult rival) => Memory(step, rival.Name).TotalBytes;

    private static string SizeOf(StepResult step, RivalResult rival) => Units.Bytes(BytesOf(step, rival));

    private static double PauseMilliseconds(StepResult step, RivalResult rival) =>
        Memory(step, rival.Name).LongestFullCollectionMilliseconds;

    private static double MemoryRatio(StepResult step, string name) =>
        (double)Memory(step, name).TotalBytes / Math.Max(1, Memory(step, step.Timing.Rivals[0].Name).TotalBytes);

    private static string TimeAgainst(RivalResult rival, RivalResult managed) =>
        $"{TimeOf(rival)} per string against {TimeOf(managed)} with {managed.Name} (ratio {RatioOf(rival)})";

    private static string MemoryAgainst(StepResult step, string name)
    {
        string comparison = MemoryRatio(step, name) switch
        {
            <= 1 - NotableMemory => "less memory",
            >= 1 + NotableMemory => "but more memory",
            _ => "about as much memory",
        };
        return $"{comparison}, {Units.Bytes(Memory(step, name).TotalBytes)} against "
            + $"{SizeOf(step, step.Timing.Rivals[0])}";
    }

    private static string CollectionsAgainst(RivalResult rival, RivalResult managed) =>
        $"{PerMillion(rival)} collections per million strings against {PerMillion(managed)}";

    private static string PerMillion(RivalResult rival) =>
        Units.Number(1e6 * rival.Collections.Gen0 / rival.CollectionsOperations);

    private static string TimeOf(RivalResult rival) => Units.Time(rival.Nanoseconds.Median);

    private static string RatioOf(RivalResult rival) => $"{Units.Ratio(rival.Ratio.Median)}, "
        + $"95 % within {Units.Ratio(rival.RatioInterval.Lower)} to {Units.Ratio(rival.RatioInterval.Upper)}";

    private static string PauseOf(HoldMeasurement memory) => Units.Time(memory.LongestFullCollectionMilliseconds * 1e6);
}
