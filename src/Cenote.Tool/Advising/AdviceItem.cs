namespace Cenote.Tool.Advising;

/// <summary>One conclusion.</summary>
/// <param name="Topic">What it is about, in a word or two.</param>
/// <param name="Recommends">The contender it recommends; null when it recommends none.</param>
/// <param name="Text">The conclusion, with the figures it rests on.</param>
internal sealed record AdviceItem(string Topic, string? Recommends, string Text);
