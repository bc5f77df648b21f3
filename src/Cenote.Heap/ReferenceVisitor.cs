using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>The second walk: notes for each place to which strings it refers.</summary>
internal readonly struct ReferenceVisitor(StringIndex index, IHeapMemory memory, HeapTypes types) : IHeapVisitor
{
    public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
    {
        if (type.Slots.Count == 0 && type.ValueOffset < 0)
        {
            return;
        }

        if (type.ComponentSize == 0)
        {
            Look(type, content);
            return;
        }

        if (size > content.Length)
        {
            LookAtLarge(type, at.Address, content);
            return;
        }

        uint count = BinaryPrimitives.ReadUInt32LittleEndian(content[sizeof(ulong)..]);
        LookAtElements(type, content.Slice(type.DataOffset, (int)(count * type.ComponentSize)));
    }

    private void LookAtLarge(HeapType type, ulong address, ReadOnlySpan<byte> head)
    {
        int element = (int)type.ComponentSize;
        byte[] block = GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes / element * element);
        long length = (long)BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..]) * element;
        for (long done = 0; done < length;)
        {
            Span<byte> part = block.AsSpan(0, (int)Math.Min(block.Length, length - done));
            if (memory.Read(address + (ulong)(type.DataOffset + done), part) < part.Length)
            {
                break;
            }

            LookAtElements(type, part);
            done += part.Length;
        }
    }

    private void LookAtElements(HeapType type, ReadOnlySpan<byte> elements)
    {
        for (int at = 0; at < elements.Length; at += (int)type.ComponentSize)
        {
            Look(type, elements[at..]);
        }
    }

    private void Look(HeapType type, ReadOnlySpan<byte> content)
    {
        IReadOnlyList<HeapSlot> slots = type.Slots;
        for (int i = 0; i < slots.Count; i++)
        {
            HeapSlot slot = slots[i];
            ulong target = BinaryPrimitives.ReadUInt64LittleEndian(content[slot.Offset..]);
            if (target == 0 || !index.TryFind(target, out uint ordinal, out HeapAge age))
            {
                continue;
            }

            Place place = slot.Place;
            place.References++;
            if (age == HeapAge.Literal)
            {
                place.LiteralReferences++;
            }
            else if (age == HeapAge.Old)
            {
                place.OldReferences++;
                (place.Strings ??= new OrdinalSet(index.Count)).Add(ordinal);
            }
        }

        if (type.ValueOffset >= 0 && BinaryPrimitives.ReadUInt64LittleEndian(content[type.ValueOffset..]) is not 0 and var value)
        {
            CountValue(type, value);
        }
    }

    private void CountValue(HeapType type, ulong address)
    {
        const int ArrayHead = 24;
        if (type.Values++ < HeapType.MaxValuesRead)
        {
            Span<byte> head = stackalloc byte[sizeof(ulong) + sizeof(uint)];
            if (memory.Read(address, head) == head.Length && BinaryPrimitives.ReadUInt64LittleEndian(head) == types.ByteArrayTable)
            {
                uint length = BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..]);
                type.ValueBytes += (ArrayHead + length + 7) & ~7L;
            }
        }
    }
}
