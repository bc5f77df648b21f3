namespace Cenote.Tests.Support;

/// <summary>Where a value is found in a text.</summary>
internal readonly record struct Matches(int First, int Last, bool Contained, bool AtStart, bool AtEnd);
