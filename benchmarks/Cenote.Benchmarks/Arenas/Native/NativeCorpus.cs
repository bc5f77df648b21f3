namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>The texts that the C++ side made strings of.</summary>
/// <param name="Corpus">Their name.</param>
/// <param name="Strings">How many.</param>
/// <param name="Checksum">In hexadecimal digits.</param>
internal sealed record NativeCorpus(string Corpus, int Strings, string Checksum) : NativeLine;
