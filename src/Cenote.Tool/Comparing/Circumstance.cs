namespace Cenote.Tool.Comparing;

/// <summary>A difference between the runs that may explain different figures.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Before">What it was in the first run.</param>
/// <param name="After">What it was in the second run.</param>
internal sealed record Circumstance(string Name, string Before, string After);
