namespace Cenote.Tool.Input;

/// <summary>The location of a string in a corpus: array, offset and length.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CorpusSlice(int Chunk, int Start, int Length);
