namespace Cenote.Tool.Advising;

/// <summary>Code before and after a recommendation; a test compiles both.</summary>
/// <param name="Before">C#, with <c>text</c> as a string or span of the file.</param>
/// <param name="After">The same work, as recommended.</param>
internal sealed record Snippet(string Before, string After);
