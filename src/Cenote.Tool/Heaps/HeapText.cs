namespace Cenote.Tool.Heaps;

/// <summary>A string that occurs often.</summary>
/// <param name="Chars">The length of the string, in chars.</param>
/// <param name="Strings">The number of copies of the string.</param>
/// <param name="RepeatedBytes">The size of all copies but one.</param>
/// <param name="Text">The string, or its beginning; null without <c>--show-text</c>.</param>
internal sealed record HeapText(int Chars, long Strings, long RepeatedBytes, string? Text);
