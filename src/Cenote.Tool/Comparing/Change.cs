namespace Cenote.Tool.Comparing;

/// <summary>A figure of both runs.</summary>
/// <param name="Subject">The step and the rival it is of.</param>
/// <param name="Quantity">What it is: time, memory, allocation or collections.</param>
/// <param name="Before">The figure of the first run.</param>
/// <param name="After">The figure of the second run.</param>
/// <param name="Factor">What it was multiplied by; positive infinity when there was nothing before.</param>
/// <param name="Outcome">Whether that means anything.</param>
internal sealed record Change(
    string Subject, string Quantity, ComparedFigure Before, ComparedFigure After, double Factor, Outcome Outcome);
