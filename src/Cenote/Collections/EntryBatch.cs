using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>
/// Managed copies of some entries of a collection, and the position to continue from. Memory-safe even if threads share the batch
/// by mistake: the threads then get wrong entries or an exception.
/// </summary>
/// <param name="clears">Whether dropped entries are cleared.</param>
internal sealed class EntryBatch<TValue>(bool clears = false)
{
    /// <summary>Maximum chars of the keys of a batch. Only a single key, or keys with equal hashes, can exceed it.</summary>
    public const int MaxChars = 1 << 18;

    private const int MinEntries = 16;
    private const int MinChars = 256;

    private char[] _chars = [];
    private int[] _ends = [];
    private TValue[] _values = [];

    /// <summary>The position to continue from, in the order of <see cref="BucketTable.OrderOf"/>.</summary>
    public ulong Next { get; set; }

    /// <summary>Number of rehashes when <see cref="Next"/> was set. Another rehash invalidates the position.</summary>
    public int Rehashes { get; set; }

    /// <summary>The sequence number of the part after the entries were copied, or after one of them was removed.</summary>
    public uint Sequence { get; set; }

    public int Count { get; private set; }

    /// <summary>Total chars of all keys.</summary>
    public int Chars { get; private set; }

    public bool IsLast => Next >= BucketTable.OrderEnd;

    public ReadOnlySpan<char> Key(int entry)
    {
        int start = entry == 0 ? 0 : _ends[entry - 1];
        return _chars.AsSpan(start, _ends[entry] - start);
    }

    public TValue Value(int entry) => _values[entry];

    public void Clear()
    {
        if (clears && Count > 0)
        {
            _chars.AsSpan().Clear();
            _values.AsSpan().Clear();
        }

        Count = Chars = 0;
    }

    /// <summary>Adds an entry.</summary>
    /// <param name="length">Length of the entry's key in chars.</param>
    /// <param name="value">The value.</param>
    /// <returns>The destination for the key.</returns>
    public Span<char> Add(int length, TValue value)
    {
        int entry = Count;
        int start = Chars;
        int end = checked(start + length);
        if (entry >= _values.Length)
        {
            int entries = Math.Max(MinEntries, 2 * entry);
            Array.Resize(ref _ends, entries);
            Grow(ref _values, entries);
        }

        if (end > _chars.Length)
        {
            Grow(ref _chars, Math.Max(Math.Max(MinChars, 2 * Math.Min(start, MaxChars)), end));
        }

        _ends[entry] = end;
        _values[entry] = value;
        Count = entry + 1;
        Chars = end;
        return _chars.AsSpan(start, length);
    }

    // Arrays that must be cleared are pinned unless they contain references, because the GC leaves copies when it moves an
    // object.
    private void Grow<T>(ref T[] array, int length)
    {
        if (!clears)
        {
            Array.Resize(ref array, length);
            return;
        }

        T[] old = array;
        T[] grown = GC.AllocateArray<T>(length, pinned: !RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        old.AsSpan(0, Math.Min(old.Length, length)).CopyTo(grown);
        array = grown;
        old.AsSpan().Clear();
    }
}
