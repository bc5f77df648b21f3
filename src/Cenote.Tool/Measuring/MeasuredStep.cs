namespace Cenote.Tool.Measuring;

/// <summary>A question and those who compete for the answer.</summary>
/// <param name="Id">What reports and rules know it by.</param>
/// <param name="Title">What people read.</param>
/// <param name="OperationsPerCall">Operations in each run of every contender.</param>
/// <param name="Contenders">The contenders; the first one is what the user has today.</param>
internal sealed record MeasuredStep(string Id, string Title, long OperationsPerCall, IReadOnlyList<Contender> Contenders)
{
    /// <summary>Those whose memory is measured, in processes of their own, and who take no part in anything else.</summary>
    public IReadOnlyList<Contender> WeighedOnly { get; init; } = [];

    /// <summary>All whose memory is measured.</summary>
    public IEnumerable<Contender> Weighed => Contenders.Concat(WeighedOnly).Where(contender => contender.Hold is not null);

    /// <summary>
    /// Whether each contender is built once in a fresh process, and that is what is timed; all of them are weighed then.
    /// </summary>
    public bool IsBuiltFresh { get; init; }

    /// <summary>How many threads do the work at the same time. Steps of one title that differ in it make one table.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>How this step is timed, given how others are.</summary>
    public Func<SideBySideOptions, SideBySideOptions> Timing { get; init; } = static options => options;
}
