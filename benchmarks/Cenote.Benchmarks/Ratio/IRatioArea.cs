namespace Cenote.Benchmarks.Ratio;

/// <summary>Benchmarks of one subsystem, each measured together with its rivals.</summary>
internal interface IRatioArea
{
    /// <summary>The name after <c>ratio</c> on the command line.</summary>
    string Name { get; }

    /// <summary>Describes in one line what is measured.</summary>
    string Description { get; }

    /// <summary>Measures row by row.</summary>
    IEnumerable<RatioRow> Measure();

    /// <summary>A summary of the finished rows, printed below them; empty if none is needed.</summary>
    string Summarize(IReadOnlyList<RatioRow> rows) => "";
}
