namespace Cenote.Heap;

/// <summary>A text that occurs often.</summary>
/// <param name="Chars">Its length.</param>
/// <param name="Strings">How many strings have it.</param>
/// <param name="RepeatedBytes">What all but one of them take.</param>
/// <param name="Text">The text; null unless it was asked for.</param>
internal sealed record TextCensusRow(int Chars, long Strings, long RepeatedBytes, string? Text);
