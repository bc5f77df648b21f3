namespace Cenote.Heap;

/// <summary>Where an object, or an element of an array, may refer to a string.</summary>
/// <param name="Offset">How many bytes from its start.</param>
/// <param name="Place">Whose reference it is.</param>
/// <param name="InheritsOwner">Whether the place takes the owner of the object.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapSlot(int Offset, Place Place, bool InheritsOwner);
