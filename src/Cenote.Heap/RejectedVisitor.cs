namespace Cenote.Heap;

/// <summary>
/// Another walk of the first step of <see cref="HeapReader"/>, if not all distinct strings fit in one pass: numbers the strings
/// that were rejected.
/// </summary>
internal struct RejectedVisitor(ObjectIndex index, TextCensus texts, IHeapMemory memory) : IHeapVisitor
{
    private StringHash _hash = new(memory);
    private uint _next;

    /// <summary>The number of strings that were rejected again.</summary>
    public long Rejected { get; private set; }

    public void Visit(in HeapPosition at, HeapType type, ReadOnlySpan<byte> content, long size)
    {
        if (!type.IsString)
        {
            return;
        }

        uint ordinal = _next++;
        if (index.NumberOf(ordinal) != TextTable.Rejected)
        {
            return;
        }

        int text = texts.NumberOf(_hash.Of(at.Address, content, out int chars), chars);
        Rejected += text == TextTable.Rejected ? 1 : 0;
        index.SetNumber(ordinal, text);
    }
}
