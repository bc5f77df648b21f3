namespace Cenote.Tool.Measuring;

/// <summary>A measurement and its contenders.</summary>
/// <param name="Id">Its id in reports and rules.</param>
/// <param name="Title">Its title in reports.</param>
/// <param name="OperationsPerCall">Operations in each run of every contender.</param>
/// <param name="Contenders">The contenders, the baseline first.</param>
internal sealed record MeasuredStep(string Id, string Title, long OperationsPerCall, IReadOnlyList<Contender> Contenders)
{
    /// <summary>Contenders of which only memory is measured.</summary>
    public IReadOnlyList<Contender> WeighedOnly { get; init; } = [];

    /// <summary>All whose memory is measured.</summary>
    public IEnumerable<Contender> Weighed => Contenders.Concat(WeighedOnly).Where(contender => contender.Hold is not null);

    /// <summary>
    /// Whether each contender is built and timed once per process, which also measures its memory.
    /// </summary>
    public bool IsBuiltFresh { get; init; }

    /// <summary>How many threads do the work at the same time. Steps of one title that differ in it make one table.</summary>
    public int Threads { get; init; } = 1;

    /// <summary>Derives the timing of this step from that of others.</summary>
    public Func<SideBySideOptions, SideBySideOptions> Timing { get; init; } = static options => options;
}
