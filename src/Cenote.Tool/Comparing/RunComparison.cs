namespace Cenote.Tool.Comparing;

/// <summary>A comparison of two runs.</summary>
/// <param name="Circumstances">The differences between the runs that may explain different figures.</param>
/// <param name="HasSameStrings">Whether both runs measured the same strings; if not, only time ratios are compared.</param>
/// <param name="Changes">The comparable figures that both runs have.</param>
/// <param name="OnlyBefore">Steps and rivals that only the first run has.</param>
/// <param name="OnlyAfter">Steps and rivals that only the second run has.</param>
/// <param name="Advice">The recommendations that differ.</param>
internal sealed record RunComparison(
    IReadOnlyList<Circumstance> Circumstances,
    bool HasSameStrings,
    IReadOnlyList<Change> Changes,
    IReadOnlyList<string> OnlyBefore,
    IReadOnlyList<string> OnlyAfter,
    IReadOnlyList<AdviceChange> Advice)
{
    /// <summary>The changes of one kind, the largest first.</summary>
    public IReadOnlyList<Change> Of(Outcome outcome) =>
        [.. Changes.Where(change => change.Outcome == outcome).OrderByDescending(change => Math.Abs(Math.Log(change.Factor)))];
}
