namespace Cenote.Heap;

/// <summary>Where an object, or an element of an array, may refer to a collection.</summary>
/// <param name="Offset">How many bytes from its start.</param>
/// <param name="Owner">The number of the field that owns the collection; 0 if it inherits the owner of the object.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapLink(int Offset, int Owner);
