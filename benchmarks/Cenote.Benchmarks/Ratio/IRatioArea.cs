namespace Cenote.Benchmarks.Ratio;

/// <summary>The figures of one subsystem, each measured side by side with its rivals.</summary>
internal interface IRatioArea
{
    /// <summary>What to type after <c>ratio</c>.</summary>
    string Name { get; }

    /// <summary>What it measures, in a line.</summary>
    string Description { get; }

    /// <summary>Measures row by row.</summary>
    IEnumerable<RatioRow> Measure();

    /// <summary>What the finished rows say together, to be printed below them; empty if they speak for themselves.</summary>
    string Summarize(IReadOnlyList<RatioRow> rows) => "";
}
