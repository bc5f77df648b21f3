using Cenote.Strings;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Figures: how results are cited.</content>
internal static partial class Adviser
{
    private static Wording WithPool(RivalResult rival)
    {
        Name pool = new(StringsSection.PoolOf(rival.Name)!);
        return $"{rival} over {ArticleOf(pool.Text)} {pool}";
    }

    private static string ArticleOf(string pool) => pool == nameof(UnmanagedStringPool) ? "an" : "a";

    private static Wording TimeAgainst(RivalResult rival, RivalResult managed) =>
        $"{TimeOf(rival)} per string against {TimeOf(managed)} with {managed} (ratio {RatioOf(rival)})";

    private static string MemoryAgainst(StepResult step, string name, CorpusProfile profile)
    {
        string baseline = step.Baseline().Name;
        double ratio = step.BytesOfFile(name, profile) / Math.Max(1, step.BytesOfFile(baseline, profile));
        string comparison = ratio switch
        {
            <= 1 - Rules.NotableMemory => "less memory",
            >= 1 + Rules.NotableMemory => "more memory",
            _ => "about as much memory",
        };
        return $"{comparison}, {SizeOf(step, name, profile)} against {SizeOf(step, baseline, profile)}";
    }

    private static string CollectionsAgainst(RivalResult rival, RivalResult managed) =>
        $"{PerMillion(rival)} collections per million strings against {PerMillion(managed)}";

    private static string PerMillion(RivalResult rival) =>
        Units.Number(rival.PerMillion(rival.Collections.Gen0));

    private static string SizeOf(StepResult step, string name, CorpusProfile profile) => BytesOf(step.BytesOfFile(name, profile));

    private static string TimeOf(RivalResult rival) => Units.Time(rival.Nanoseconds.Median);

    private static string RatioOf(RivalResult rival) => $"{Units.Ratio(rival.Ratio.Median)}, "
        + $"95 % interval {Units.Ratio(rival.RatioInterval.Lower)} to {Units.Ratio(rival.RatioInterval.Upper)}";

    private static string PauseOf(StepResult step, string name) => Units.Time(step.PauseOf(name) * 1e6);
}
