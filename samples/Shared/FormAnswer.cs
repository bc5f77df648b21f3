namespace Cenote.Samples;

/// <summary>What a form found in a file.</summary>
/// <param name="Text">All that was found, the same for each form.</param>
/// <param name="Rows">Rows of the file.</param>
/// <param name="Groups">Different keys in them.</param>
internal sealed record FormAnswer(string Text, long Rows, int Groups);
