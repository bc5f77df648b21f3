namespace Cenote.Heap;

/// <summary>A field of an object or array element that may refer to a collection.</summary>
/// <param name="Offset">The offset in bytes.</param>
/// <param name="Owner">The number of the field that owns the collection; 0 if it inherits the owner of the object.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapLink(int Offset, int Owner);
