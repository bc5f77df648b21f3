using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A line of the C++ side's output; lines of unknown kinds have this type.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind", IgnoreUnrecognizedTypeDiscriminators = true)]
[JsonDerivedType(typeof(NativeRun), "run")]
[JsonDerivedType(typeof(NativeCorpus), "corpus")]
[JsonDerivedType(typeof(NativeResult), "result")]
internal record NativeLine;

/// <summary>How the C++ side was built and run.</summary>
/// <param name="Schema">Version of the format.</param>
/// <param name="Compiler">The compiler's name and version.</param>
/// <param name="Rounds">Number of rounds.</param>
internal sealed record NativeRun(int Schema, string Compiler, int Rounds) : NativeLine;

/// <summary>The corpus from which the C++ side created strings.</summary>
/// <param name="Corpus">The name of the corpus.</param>
/// <param name="Strings">The number of strings.</param>
/// <param name="Checksum">Checksum in hexadecimal digits.</param>
internal sealed record NativeCorpus(string Corpus, int Strings, string Checksum) : NativeLine;

/// <summary>The time of a rival in a case.</summary>
/// <param name="Rival">The name of the rival, which may include the sort: "std::u16string, spreadsort".</param>
/// <param name="Case">The case, for example "sort long".</param>
/// <param name="Median">The median time, in milliseconds.</param>
/// <param name="Checksum">Checksum of the final strings, in hexadecimal digits.</param>
internal sealed record NativeResult(string Rival, string Case, double Median, string Checksum) : NativeLine;

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(NativeLine))]
internal sealed partial class NativeJson : JsonSerializerContext;
