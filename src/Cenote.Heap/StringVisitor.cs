namespace Cenote.Heap;

/// <summary>
/// The first walk of <see cref="HeapReader"/>: counts objects, and records the addresses of collections and strings.
/// </summary>
internal struct StringVisitor(CollectionOwners owners, TextNumbering strings) : IHeapVisitor
{
    public long Objects { get; private set; }

    public long Bytes { get; private set; }

    public long OldObjects { get; private set; }

    public long FreeBytes { get; private set; }

    public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
    {
        if (type.IsFree)
        {
            FreeBytes += size;
            return;
        }

        Objects++;
        Bytes += size;
        OldObjects += at.Age == HeapAge.Old ? 1 : 0;
        if (type.IsCollection)
        {
            owners.Add(at);
        }

        if (type.IsString)
        {
            strings.Add(at, content);
        }
    }
}
