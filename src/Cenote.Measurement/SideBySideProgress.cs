namespace Cenote.Measurement;

/// <summary>The progress of <see cref="SideBySide"/>.</summary>
/// <param name="Comparison">The name of the comparison.</param>
/// <param name="Rival">The current rival.</param>
/// <param name="Step">The number of completed steps.</param>
/// <param name="Steps">The total number of steps: warm-up passes, calibration and rounds of each rival.</param>
public readonly record struct SideBySideProgress(string Comparison, string Rival, int Step, int Steps);
