using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>Passes each element of an object to a visitor, and reads large arrays in blocks.</summary>
internal static class HeapElements
{
    /// <summary>Visits an object without elements, or every element of an array.</summary>
    /// <returns>Whether the whole object could be read.</returns>
    public static bool Visit<TVisitor>(
        ref TVisitor visitor, in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size, IHeapMemory memory)
        where TVisitor : struct, IElementVisitor
    {
        if (type.ComponentSize == 0)
        {
            return VisitObject(ref visitor, at, type, content, size, memory);
        }

        long length = (long)BinaryPrimitives.ReadUInt32LittleEndian(content[sizeof(ulong)..]) * type.ComponentSize;
        if (size <= content.Length)
        {
            VisitAll(ref visitor, type, content.Slice(type.DataOffset, (int)length));
            return true;
        }

        int element = (int)type.ComponentSize;
        byte[] block = GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes / element * element);
        for (long done = 0; done < length;)
        {
            Span<byte> part = block.AsSpan(0, (int)Math.Min(block.Length, length - done));
            if (memory.Read(at.Address + (ulong)(type.DataOffset + done), part) < part.Length)
            {
                return false;
            }

            VisitAll(ref visitor, type, part);
            done += part.Length;
        }

        return true;
    }

    // Structs with many fields, or inline arrays, can make an object larger than one read.
    private static bool VisitObject<TVisitor>(
        ref TVisitor visitor, in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size, IHeapMemory memory)
        where TVisitor : struct, IElementVisitor
    {
        if (size > content.Length)
        {
            byte[] whole = GC.AllocateUninitializedArray<byte>((int)size);
            if (memory.Read(at.Address, whole) < whole.Length)
            {
                return false;
            }

            content = whole;
        }

        visitor.VisitElement(type, content);
        return true;
    }

    private static void VisitAll<TVisitor>(ref TVisitor visitor, HeapType type, ReadOnlySpan<byte> elements)
        where TVisitor : struct, IElementVisitor
    {
        for (int at = 0; at < elements.Length; at += (int)type.ComponentSize)
        {
            visitor.VisitElement(type, elements[at..]);
        }
    }
}
