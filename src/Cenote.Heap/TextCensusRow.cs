namespace Cenote.Heap;

/// <summary>A string value that occurs often.</summary>
/// <param name="Chars">The length of the string, in chars.</param>
/// <param name="Strings">The number of copies of the string.</param>
/// <param name="RepeatedBytes">The size of all copies but one.</param>
/// <param name="Text">The string; null unless it was requested.</param>
internal sealed record TextCensusRow(int Chars, long Strings, long RepeatedBytes, string? Text);
