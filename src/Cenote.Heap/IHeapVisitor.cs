namespace Cenote.Heap;

/// <summary>Visits objects while a <see cref="HeapWalker"/> walks over them.</summary>
internal interface IHeapVisitor
{
    /// <summary>Visits an object.</summary>
    /// <param name="at">Its position.</param>
    /// <param name="type">Its type.</param>
    /// <param name="content">
    /// The bytes of the object, starting at its method table: at least 16; the rest of a large object must be read from memory.
    /// </param>
    /// <param name="size">Its size.</param>
    void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size);
}
