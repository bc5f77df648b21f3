namespace Cenote.Tool.Comparing;

/// <summary>Something that was not the same in both runs, and may be why their figures differ.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Before">What it was in the first run.</param>
/// <param name="After">What it was in the second run.</param>
internal sealed record Circumstance(string Name, string Before, string After);
