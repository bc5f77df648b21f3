namespace Cenote.Repository.Tests;

/// <summary>A fenced block of a Markdown page.</summary>
/// <param name="Info">The text after the opening fence: <c>csharp</c>, <c>sh</c>, <c>text</c> or anything else.</param>
/// <param name="Line">The line of the page, from 1, on which <paramref name="Text"/> starts.</param>
/// <param name="Text">The lines between the fences, joined by line feeds.</param>
/// <param name="Introduction">The last line of prose before the block, or an empty string.</param>
internal sealed record CodeBlock(string Info, int Line, string Text, string Introduction);
