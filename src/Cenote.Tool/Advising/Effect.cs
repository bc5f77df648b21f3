namespace Cenote.Tool.Advising;

/// <summary>What a recommended contender changes in one step, against the baseline of that step.</summary>
/// <param name="Kind">What changes.</param>
/// <param name="Step">The id of the step that has shown it.</param>
/// <param name="Ratio">The contender's figure, relative to the baseline's.</param>
internal sealed record Effect(EffectKind Kind, string Step, double Ratio)
{
    /// <summary>
    /// What that saves for all strings of the file, each once: milliseconds of time or of the longest pause, or bytes of memory.
    /// Below 0 it costs so much. 0 for misses: what one of them costs only the program knows.
    /// </summary>
    public double Saved { get; init; }
}
