namespace Cenote.Heap;

/// <summary>Visits objects while a <see cref="HeapWalker"/> walks over them.</summary>
internal interface IHeapVisitor
{
    /// <summary>Visits an object.</summary>
    /// <param name="at">Its position.</param>
    /// <param name="type">Its type.</param>
    /// <param name="content">
    /// The bytes of the object, starting at its method table, up to <see cref="HeapWalker.BlockBytes"/>. The rest of a larger
    /// object must be read from memory.
    /// </param>
    /// <param name="size">Its size.</param>
    void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size);
}
