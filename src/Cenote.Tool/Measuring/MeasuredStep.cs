namespace Cenote.Tool.Measuring;

/// <summary>A measurement step and its contenders.</summary>
/// <param name="Id">The id of the step in reports and rules.</param>
/// <param name="Title">The title of the step in reports.</param>
/// <param name="OperationsPerCall">Operations in each run of every contender.</param>
/// <param name="Contenders">The contenders, the baseline first.</param>
internal sealed record MeasuredStep(string Id, string Title, long OperationsPerCall, IReadOnlyList<Contender> Contenders)
{
    /// <summary>Contenders that are not timed; only their memory is measured.</summary>
    public IReadOnlyList<Contender> WeighedOnly { get; init; } = [];

    /// <summary>All contenders whose memory is measured.</summary>
    public IEnumerable<Contender> Weighed => Contenders.Concat(WeighedOnly).Where(contender => contender.Hold is not null);

    /// <summary>
    /// Whether each contender is built and timed once per process, which also measures its memory.
    /// </summary>
    public bool IsBuiltFresh { get; init; }

    /// <summary>The number of concurrent threads. Steps with the same title and different numbers form one table.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>Derives the timing options of this step from the default ones.</summary>
    public Func<SideBySideOptions, SideBySideOptions> Timing { get; init; } = static options => options;
}
