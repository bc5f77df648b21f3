namespace Cenote.Tool.Input;

/// <summary>Where a string of a corpus lies: in which of its arrays, from where, how many units long.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CorpusSlice(int Chunk, int Start, int Length);
