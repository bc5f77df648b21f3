namespace Cenote.Tests.Support;

/// <summary>Where a string contains a value.</summary>
internal readonly record struct Matches(int First, int Last, bool Contained, bool AtStart, bool AtEnd);
