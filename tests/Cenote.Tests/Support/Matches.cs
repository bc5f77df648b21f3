namespace Cenote.Tests.Support;

/// <summary>The positions of a value in a text.</summary>
internal readonly record struct Matches(int First, int Last, bool Contained, bool AtStart, bool AtEnd);
