using System.Text.Json.Serialization;

namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>A line of what the C++ side writes; of a kind that is not known if it is nothing more.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind", IgnoreUnrecognizedTypeDiscriminators = true)]
[JsonDerivedType(typeof(NativeRun), "run")]
[JsonDerivedType(typeof(NativeCorpus), "corpus")]
[JsonDerivedType(typeof(NativeResult), "result")]
internal record NativeLine;
