namespace Cenote.Heap;

/// <summary>Where an object is.</summary>
/// <param name="Range">The number of its range.</param>
/// <param name="Age">How old it is.</param>
/// <param name="Address">Its address.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapPosition(int Range, HeapAge Age, ulong Address);
