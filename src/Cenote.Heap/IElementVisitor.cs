namespace Cenote.Heap;

/// <summary>Visits an object, or each element of an array, to read its references.</summary>
internal interface IElementVisitor
{
    /// <summary>Visits an object without elements, or an element of an array.</summary>
    /// <param name="type">The type of the object or of the array.</param>
    /// <param name="content">
    /// The bytes of the object, starting at its method table, or of the element; more bytes may follow.
    /// </param>
    void VisitElement(HeapType type, ReadOnlySpan<byte> content);
}
