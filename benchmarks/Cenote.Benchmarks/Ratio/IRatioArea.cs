namespace Cenote.Benchmarks.Ratio;

/// <summary>The figures of one subsystem, each measured side by side with its rivals.</summary>
internal interface IRatioArea
{
    /// <summary>What to type after <c>ratio</c>.</summary>
    string Name { get; }

    /// <summary>Measures row by row.</summary>
    IEnumerable<RatioRow> Measure();
}
