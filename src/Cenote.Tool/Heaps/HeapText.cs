namespace Cenote.Tool.Heaps;

/// <summary>A string that occurs often.</summary>
/// <param name="Chars">Its length.</param>
/// <param name="Strings">The number of its copies.</param>
/// <param name="RepeatedBytes">The size of all copies but one.</param>
/// <param name="Text">The string, or its beginning; null without <c>--show-text</c>.</param>
internal sealed record HeapText(int Chars, long Strings, long RepeatedBytes, string? Text);
