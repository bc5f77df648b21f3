namespace Cenote.Heap;

/// <summary>Statistics of copying a heap while its process is suspended.</summary>
/// <param name="Time">The time spent copying. The rest of the suspension is a fixed cost.</param>
/// <param name="Bytes">The number of bytes copied; only the beginning of a large array without references is copied.</param>
internal readonly record struct HeapCopy(TimeSpan Time, long Bytes);
