namespace Cenote.Heap;

/// <summary>The first walk: counts objects, and notes where collections and strings are, and which texts these have.</summary>
internal struct StringVisitor(ObjectIndex strings, CollectionOwners owners, TextCensus texts, IHeapMemory memory) : IHeapVisitor
{
    private StringHash _hash = new(memory);

    public long Objects { get; private set; }

    public long Bytes { get; private set; }

    public long OldObjects { get; private set; }

    public long FreeBytes { get; private set; }

    /// <summary>How many strings have a text that was rejected.</summary>
    public long Rejected { get; private set; }

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

        if (!type.IsString)
        {
            return;
        }

        int text = texts.NumberOf(_hash.Of(at.Address, content, out int chars), chars);
        Rejected += text == TextTable.Rejected ? 1 : 0;
        strings.Add(at.Range, at.Address, text);
    }
}
