namespace Cenote.Tool.Comparing;

/// <summary>A figure as it is shown.</summary>
/// <param name="Value">The figure, with its unit.</param>
/// <param name="Interval">The 95 % interval of the figure; empty if there is none.</param>
internal sealed record ComparedFigure(string Value, string Interval = "");
