using Cenote.Benchmarks.Strings.Shelves;

namespace Cenote.Benchmarks.Strings;

/// <summary>The hash code of every string.</summary>
public class HashReads : ReadBenchmarks<Hash>;
