using Cenote.Benchmarks.Strings.Shelves;

namespace Cenote.Benchmarks.Strings;

/// <summary>Length and first char of every string, nothing else.</summary>
public class TouchReads : ReadBenchmarks<Touch>;
