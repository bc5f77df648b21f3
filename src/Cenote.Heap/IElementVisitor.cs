namespace Cenote.Heap;

/// <summary>Looks at what an object has where its type says that references are.</summary>
internal interface IElementVisitor
{
    /// <summary>An object without elements, or an element of an array.</summary>
    /// <param name="type">The type of the object or of the array.</param>
    /// <param name="content">The object from its method table on, or the element; more may follow.</param>
    void VisitElement(HeapType type, ReadOnlySpan<byte> content);
}
