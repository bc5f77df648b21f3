using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>
/// A walk of the second step of <see cref="HeapReader"/>: records the references to collections, and the traits of collection
/// objects.
/// </summary>
internal struct OwnerVisitor(CollectionOwners owners, CollectionTraits traits, IHeapMemory memory) : IHeapVisitor, IElementVisitor
{
    private uint _next;
    private uint _collection;

    public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
    {
        if (type.IsCollection)
        {
            _collection = _next++;
        }

        if (type.Links.Length > 0)
        {
            HeapElements.Visit(ref this, at, type, content, size, memory);
        }
    }

    public readonly void VisitElement(HeapType type, ReadOnlySpan<byte> content)
    {
        uint trait = type.Collection?.TraitOf(content) ?? CollectionFields.None;
        foreach (HeapLink link in type.Links)
        {
            ulong target = BinaryPrimitives.ReadUInt64LittleEndian(content[link.Offset..]);
            if (target == 0)
            {
                continue;
            }

            if (trait != CollectionFields.None)
            {
                traits.Note(target, trait);
            }

            if (link.Owner > 0)
            {
                owners.NoteField(target, link.Owner);
            }
            else
            {
                owners.NoteCollection(target, _collection);
            }
        }
    }
}
