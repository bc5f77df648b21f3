namespace Cenote.Heap;

/// <summary>Looks at objects while a <see cref="HeapWalker"/> walks over them.</summary>
internal interface IHeapVisitor
{
    /// <summary>An object.</summary>
    /// <param name="at">Where it is.</param>
    /// <param name="type">Its type.</param>
    /// <param name="content">
    /// The object from its method table on, at least its first 16 bytes; the rest of a large one is to be read from the memory.
    /// </param>
    /// <param name="size">Its size.</param>
    void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size);
}
