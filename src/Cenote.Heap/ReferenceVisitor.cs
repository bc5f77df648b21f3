using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>The third walk: notes for each place to which strings it refers.</summary>
internal struct ReferenceVisitor(
    ObjectIndex strings, CollectionOwners owners, CollectionTraits traits, EqualContents contents, IHeapMemory memory, HeapTypes types)
    : IHeapVisitor, IElementVisitor
{
    private uint _nextCollection;
    private int _owner = -1;
    private HeapHolder _holder = null!;
    private bool _isCompared;

    public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
    {
        uint collection = type.IsCollection ? _nextCollection++ : 0;
        int owner = type.IsCollection ? owners.OwnerOf(collection) : 0;
        if (type.Slots.Length == 0 && type.ValueOffset < 0)
        {
            return;
        }

        if (owner != _owner || type != _holder.Type)
        {
            _owner = owner;
            _holder = types.Places.HolderOf(type, owner);
        }

        _holder.Objects++;
        _holder.Bytes += size;
        uint trait = CollectionFields.None;
        _isCompared = at.Age == HeapAge.Old && type.IsCollection && type.ComponentSize > 0
            && traits.IsComparable(collection, type, out trait);
        if (_isCompared)
        {
            contents.Begin(type, content, trait);
            contents.End(_holder, size, HeapElements.Visit(ref this, at, type, content, size, memory));
        }
        else
        {
            HeapElements.Visit(ref this, at, type, content, size, memory);
        }
    }

    public readonly void VisitElement(HeapType type, ReadOnlySpan<byte> content)
    {
        HeapSlot[] slots = type.Slots;
        Place[] places = _holder.Places;
        if (_isCompared)
        {
            contents.BeginElement(content);
        }

        for (int i = 0; i < slots.Length; i++)
        {
            ulong target = BinaryPrimitives.ReadUInt64LittleEndian(content[slots[i].Offset..]);
            if (target == 0 || !strings.TryFind(target, out uint ordinal, out HeapAge age))
            {
                continue;
            }

            if (_isCompared)
            {
                contents.Add(slots[i].Offset, ordinal);
            }
            else
            {
                contents.Keep(ordinal);
            }

            Place place = places[i];
            place.References++;
            if (age == HeapAge.Old)
            {
                place.OldReferences++;
                (place.Strings ??= new OrdinalSet(strings.Count)).Add(ordinal);
            }
        }

        if (_isCompared)
        {
            contents.EndElement();
        }

        if (type.ValueOffset >= 0 && BinaryPrimitives.ReadUInt64LittleEndian(content[type.ValueOffset..]) is not 0 and var value)
        {
            CountValue(value);
        }
    }

    private readonly void CountValue(ulong address)
    {
        const int ArrayHead = 24;
        if (_holder.Values++ < HeapHolder.MaxValuesRead && _holder.IsNewValue(address))
        {
            Span<byte> head = stackalloc byte[sizeof(ulong) + sizeof(uint)];
            if (memory.Read(address, head) == head.Length && BinaryPrimitives.ReadUInt64LittleEndian(head) == types.ByteArrayTable)
            {
                uint length = BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..]);
                _holder.ValueBytes += (ArrayHead + length + 7) & ~7L;
            }
        }
    }
}
