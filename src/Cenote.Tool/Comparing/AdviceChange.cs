namespace Cenote.Tool.Comparing;

/// <summary>Advice of both runs that recommends different things.</summary>
/// <param name="Topic">What it is about.</param>
/// <param name="Before">What the first run recommends; null for nothing.</param>
/// <param name="After">What the second run recommends; null for nothing.</param>
internal sealed record AdviceChange(string Topic, string? Before, string? After);
