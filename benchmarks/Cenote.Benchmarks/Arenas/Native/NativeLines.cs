using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A line of what the C++ side writes; of a kind that is not known if it is nothing more.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind", IgnoreUnrecognizedTypeDiscriminators = true)]
[JsonDerivedType(typeof(NativeRun), "run")]
[JsonDerivedType(typeof(NativeCorpus), "corpus")]
[JsonDerivedType(typeof(NativeResult), "result")]
internal record NativeLine;

/// <summary>How the C++ side was built and run.</summary>
/// <param name="Schema">Version of the lines.</param>
/// <param name="Compiler">Its name and version.</param>
/// <param name="Rounds">How often everything was done.</param>
internal sealed record NativeRun(int Schema, string Compiler, int Rounds) : NativeLine;

/// <summary>The texts that the C++ side made strings of.</summary>
/// <param name="Corpus">Their name.</param>
/// <param name="Strings">How many.</param>
/// <param name="Checksum">In hexadecimal digits.</param>
internal sealed record NativeCorpus(string Corpus, int Strings, string Checksum) : NativeLine;

/// <summary>What a rival needed for a case.</summary>
/// <param name="Rival">Who, and how it sorts.</param>
/// <param name="Case">Such as "sort long".</param>
/// <param name="Median">Milliseconds.</param>
/// <param name="Checksum">In hexadecimal digits, of the strings it ended with.</param>
internal sealed record NativeResult(string Rival, string Case, double Median, string Checksum) : NativeLine;

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(NativeLine))]
internal sealed partial class NativeJson : JsonSerializerContext;
