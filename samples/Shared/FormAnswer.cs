namespace Cenote.Samples;

/// <summary>The result of a form for a file.</summary>
/// <param name="Text">The complete output, the same for each form.</param>
/// <param name="Rows">The number of rows in the file.</param>
/// <param name="Groups">The number of distinct keys in the rows.</param>
internal sealed record FormAnswer(string Text, long Rows, int Groups);
