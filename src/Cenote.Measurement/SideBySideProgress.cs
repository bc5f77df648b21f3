namespace Cenote.Measurement;

/// <summary>Says what <see cref="SideBySide"/> is about to do.</summary>
/// <param name="Comparison">The name of the comparison.</param>
/// <param name="Rival">The rival whose turn it is.</param>
/// <param name="Step">Steps done so far, from 0.</param>
/// <param name="Steps">Steps in all: the warm-up passes, the calibration and the rounds, for each rival.</param>
public readonly record struct SideBySideProgress(string Comparison, string Rival, int Step, int Steps);
