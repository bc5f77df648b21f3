namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>A piece of a larger text.</summary>
/// <param name="Start">Where it begins.</param>
/// <param name="Length">How long it is.</param>
internal readonly record struct Slice(int Start, int Length);
