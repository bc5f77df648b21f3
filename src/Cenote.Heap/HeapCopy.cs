namespace Cenote.Heap;

/// <summary>How a heap was copied while its process stood still.</summary>
/// <param name="Time">The part of the standstill that copying took; the rest is a fixed cost.</param>
/// <param name="Bytes">How many bytes were copied: of a large array without references only the beginning.</param>
internal readonly record struct HeapCopy(TimeSpan Time, long Bytes);
