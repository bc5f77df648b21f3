namespace Cenote.Tool.Comparing;

/// <summary>A figure that both runs have.</summary>
/// <param name="Subject">The step and the contender.</param>
/// <param name="Quantity">The quantity: time, memory, allocation or collections.</param>
/// <param name="Before">The figure of the first run.</param>
/// <param name="After">The figure of the second run.</param>
/// <param name="Factor">The second figure divided by the first; positive infinity if only the first is zero.</param>
/// <param name="Outcome">Whether it became better or worse, beyond the noise.</param>
internal sealed record Change(
    string Subject, string Quantity, ComparedFigure Before, ComparedFigure After, double Factor, Outcome Outcome);
