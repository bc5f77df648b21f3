namespace Cenote.Heap;

/// <summary>A batch of copied strings that are to be numbered.</summary>
internal sealed class StringBatch
{
    private const int MaxStrings = 1 << 15;

    private readonly byte[] _chars = GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes);
    private readonly List<Entry> _entries = [];
    private int _used;

    /// <summary>Adds a string if it fits.</summary>
    public bool TryAdd(in HeapPosition at, ReadOnlySpan<byte> chars)
    {
        if (_entries.Count == MaxStrings || !chars.TryCopyTo(_chars.AsSpan(_used)))
        {
            return false;
        }

        _entries.Add(new Entry(at.Range, at.Address, chars.Length / sizeof(char), default));
        _used += chars.Length;
        return true;
    }

    /// <summary>The strings with their hashes. All are hashed first, so that several lookups overlap.</summary>
    public ReadOnlySpan<Entry> Hashed()
    {
        Span<Entry> entries = CollectionsMarshal.AsSpan(_entries);
        int start = 0;
        foreach (ref Entry entry in entries)
        {
            int length = entry.Chars * sizeof(char);
            entry = entry with { Hash = TextTable.Hash(_chars.AsSpan(start, length)) };
            start += length;
        }

        return entries;
    }

    /// <summary>Removes all strings.</summary>
    public void Clear()
    {
        _entries.Clear();
        _used = 0;
    }

    /// <summary>A string.</summary>
    /// <param name="Range">The index of its range.</param>
    /// <param name="Address">Its address.</param>
    /// <param name="Chars">Its length.</param>
    /// <param name="Hash">The hash of its chars.</param>
    [StructLayout(LayoutKind.Auto)]
    public readonly record struct Entry(int Range, ulong Address, int Chars, UInt128 Hash);
}
