namespace Cenote.Tool.Heaps;

/// <summary>A text that occurs often.</summary>
/// <param name="Chars">Its length.</param>
/// <param name="Strings">How many strings have it.</param>
/// <param name="RepeatedBytes">What all but one of them take.</param>
/// <param name="Text">The text, or its beginning; null unless <c>--show-text</c> asked for it.</param>
internal sealed record HeapText(int Chars, long Strings, long RepeatedBytes, string? Text);
