namespace Cenote.Benchmarks.Strings;

/// <summary>The state of a pool after a phase of <see cref="SizeDrift"/>.</summary>
/// <param name="Name">The sizes of the phase.</param>
/// <param name="BytesPerTextByte">Bytes the pool holds for each byte of live text.</param>
/// <param name="IsLast">Whether it was the last phase.</param>
internal readonly record struct DriftPhase(string Name, double BytesPerTextByte, bool IsLast);
