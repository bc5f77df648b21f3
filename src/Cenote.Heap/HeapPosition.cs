namespace Cenote.Heap;

/// <summary>The position of an object.</summary>
/// <param name="Range">The index of its range.</param>
/// <param name="Age">Its age.</param>
/// <param name="Address">Its address.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapPosition(int Range, HeapAge Age, ulong Address);
