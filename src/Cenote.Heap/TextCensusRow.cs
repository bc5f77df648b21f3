namespace Cenote.Heap;

/// <summary>A string value that occurs often.</summary>
/// <param name="Chars">Its length.</param>
/// <param name="Strings">The number of its copies.</param>
/// <param name="RepeatedBytes">The size of all but one of them.</param>
/// <param name="Text">The string; null unless it was requested.</param>
internal sealed record TextCensusRow(int Chars, long Strings, long RepeatedBytes, string? Text);
