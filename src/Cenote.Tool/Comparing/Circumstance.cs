namespace Cenote.Tool.Comparing;

/// <summary>A difference between the runs that may explain different figures.</summary>
/// <param name="Name">The name of the circumstance.</param>
/// <param name="Before">The value in the first run.</param>
/// <param name="After">The value in the second run.</param>
internal sealed record Circumstance(string Name, string Before, string After);
