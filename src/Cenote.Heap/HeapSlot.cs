namespace Cenote.Heap;

/// <summary>A field of an object or array element that may refer to a string.</summary>
/// <param name="Offset">The offset in bytes.</param>
/// <param name="Place">The place of the reference.</param>
/// <param name="InheritsOwner">Whether the place has the owner of the object.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapSlot(int Offset, Place Place, bool InheritsOwner);
