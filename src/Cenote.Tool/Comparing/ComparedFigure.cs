namespace Cenote.Tool.Comparing;

/// <summary>A figure as it is shown.</summary>
/// <param name="Value">The figure, with its unit.</param>
/// <param name="Interval">Where the true figure lies with 95 % confidence; empty where that is not known.</param>
internal sealed record ComparedFigure(string Value, string Interval = "");
