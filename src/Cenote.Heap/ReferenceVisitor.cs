using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>The third step of <see cref="HeapReader"/>: records the strings that each place refers to.</summary>
internal struct ReferenceVisitor(
    ObjectIndex strings, CollectionOwners owners, CollectionTraits traits, EqualContents contents, IHeapMemory memory, HeapTypes types,
    AddressBits? arrays)
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
        if (!HasReferences(type))
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
            if (target == 0)
            {
                continue;
            }

            if (!strings.TryFind(target, out uint ordinal, out HeapAge age))
            {
                if (slots[i].Offset != type.ValueOffset)
                {
                    NoteArray(target);
                }

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

        if (arrays is null)
        {
            return;
        }

        foreach (int offset in type.Arrays)
        {
            NoteArray(BinaryPrimitives.ReadUInt64LittleEndian(content[offset..]));
        }

        if (type.ValueOffset >= 0 && BinaryPrimitives.ReadUInt64LittleEndian(content[type.ValueOffset..]) is not 0 and var value)
        {
            CountValue(value);
        }
    }

    // References to arrays are needed only if some collection has byte arrays as values.
    private readonly bool HasReferences(HeapType type) =>
        type.Slots.Length > 0 || (arrays is not null && (type.Arrays.Length > 0 || type.ValueOffset >= 0));

    // Records a reference to an object that may be a byte array. The reference is not a value of a dictionary or cache.
    private readonly void NoteArray(ulong address)
    {
        if (arrays is not null && arrays.TryFind(address, out long bit, out _))
        {
            arrays.Bits.Set(bit);
        }
    }

    private readonly void CountValue(ulong address)
    {
        if (_holder.Values++ >= HeapHolder.MaxValuesRead)
        {
            return;
        }

        Span<byte> head = stackalloc byte[sizeof(ulong) + sizeof(uint)];
        if (!_holder.TryGetValue(address, out int length))
        {
            bool isArray = memory.Read(address, head) == head.Length && types.ByteArrayTable != 0
                && BinaryPrimitives.ReadUInt64LittleEndian(head) == types.ByteArrayTable;
            length = isArray ? (int)Math.Min(int.MaxValue, BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..])) : -1;
        }

        _holder.AddValue(address, length);
    }
}
