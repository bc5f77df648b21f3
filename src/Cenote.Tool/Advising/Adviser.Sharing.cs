using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>The verdict if plain strings are right, but equal ones are worth sharing.</content>
internal static partial class Adviser
{
    /// <summary>
    /// The interner to recommend together with plain strings, or one that saves memory but costs or may cost time. Null if there is
    /// none, or if it costs or may cost time and the verdict on holding already names an alternative.
    /// </summary>
    private static string? SharingInterner(Decision holding, Decision? sharing) => sharing switch
    {
        { Recommends: string interner } when interner != InterningSection.Plain => interner,
        { Conclusion: Conclusion.CostsTime } or { Conclusion: Conclusion.TooCloseToCall, Other: InterningSection.Plain }
            when holding.Conclusion is not (Conclusion.CostsTime or Conclusion.Depends) => sharing.About,
        _ => null,
    };

    private static string SharingVerdict(string interner, InternPasses passes, Decision sharing)
    {
        string share = sharing.Recommends is null ? $"Only if {MemoryMatters}, share" : "Share";
        string origin = interner == InterningSection.Exact ? string.Empty : " (part of .NET)";
        return $"{share} equal ones with a {interner}{origin}: {BytesOf(passes.First.BytesOfFile(interner, passes.Profile))}.";
    }

    // Uses the passes, because the holding step may not have measured this interner.
    private static string SavedBySharing(string interner, InternPasses passes)
    {
        StepResult first = passes.First;
        string today = first.Baseline().Name;
        (double before, double after) = (first.BytesOfFile(today, passes.Profile), first.BytesOfFile(interner, passes.Profile));
        List<string> savings = [$"{BytesOf(before - after)} of memory ({BytesOf(after)} instead of {BytesOf(before)})"];
        savings.AddRange(PassTimes(interner, passes, Verdict.Faster));
        if (Rules.SavesPause(first, interner, passes.Profile))
        {
            savings.Add(
                $"the longest pause with all strings live falls from {PauseOf(first, today)} to {PauseOf(first, interner)}");
        }

        return $"{interner}: {string.Join("; ", savings)}";
    }

    private static string CostsOfSharing(string interner, InternPasses passes)
    {
        List<string> costs = [];
        if (Rules.CostsPause(passes.First, interner, passes.Profile))
        {
            costs.Add(LongerPause(passes.First, passes.First.Baseline().Name, interner));
        }

        costs.AddRange(PassTimes(interner, passes, Verdict.Slower));
        costs.Add("it keeps all strings alive");
        if (interner == InterningSection.Set)
        {
            costs.Add("it is not thread-safe");
        }

        return $"{interner}: {string.Join("; ", costs)}";
    }

    private static IEnumerable<string> PassTimes(string interner, InternPasses passes, Verdict verdict) =>
        from pass in passes.All
        let rival = pass.Step.Timing[interner]
        where rival.Verdict == verdict
        select $"{pass.Name} takes {TimeOf(rival)} per string instead of {TimeOf(pass.Step.Baseline())}";
}
