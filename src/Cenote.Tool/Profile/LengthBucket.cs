namespace Cenote.Tool.Profile;

/// <summary>One bar of the histogram of lengths.</summary>
/// <param name="From">The shortest length it counts, in chars.</param>
/// <param name="To">The longest length it counts, in chars.</param>
/// <param name="Count">The number of strings of these lengths.</param>
internal sealed record LengthBucket(int From, int To, long Count);
