namespace Cenote.Tool.Advising;

/// <summary>The effect of a recommended contender in one step, relative to its baseline.</summary>
/// <param name="Kind">The quantity that changes.</param>
/// <param name="Step">The id of the step that measured it.</param>
/// <param name="Ratio">The contender's figure, relative to the baseline's.</param>
internal sealed record Effect(EffectKind Kind, string Step, double Ratio)
{
    /// <summary>
    /// The saving for all strings of the file, each once: milliseconds of time or of the longest pause, or bytes of memory.
    /// Negative for a cost. 0 for misses, whose cost depends on the program.
    /// </summary>
    public double Saved { get; init; }
}
