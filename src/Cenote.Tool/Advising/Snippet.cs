namespace Cenote.Tool.Advising;

/// <summary>What a program does today, and what it does instead; a test compiles both.</summary>
/// <param name="Before">C#, with <c>text</c> for a string or span of the file, and <c>texts</c> for all.</param>
/// <param name="After">The same with what is recommended.</param>
internal sealed record Snippet(string Before, string After);
