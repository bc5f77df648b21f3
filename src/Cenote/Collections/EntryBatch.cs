using System.Runtime.CompilerServices;
using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <summary>
/// Copies of some entries of a collection, and where to continue. All of it is managed memory that belongs to whoever enumerates:
/// whatever happens to the collection, and however many threads use the batch, the worst is that a key is another text.
/// </summary>
/// <param name="clears">Whether entries that are forgotten are wiped.</param>
internal sealed class EntryBatch<TValue>(bool clears = false)
{
    /// <summary>Chars of the keys of a batch, unless a single key is longer.</summary>
    public const int MostChars = 1 << 18;

    private const int LeastEntries = 16;
    private const int LeastChars = 256;

    private char[] _chars = [];
    private int[] _ends = [];
    private TValue[] _values = [];

    /// <summary>Where to continue, by <see cref="BucketTable.OrderOf"/>.</summary>
    public ulong Next { get; set; }

    /// <summary>After how many changes of the hash <see cref="Next"/> is right.</summary>
    public int Rehashes { get; set; }

    /// <summary>The sequence number of the part when it was copied.</summary>
    public uint Sequence { get; set; }

    public int Count { get; private set; }

    /// <summary>Chars of all keys.</summary>
    public int Chars { get; private set; }

    /// <summary>Whether there is nothing after this batch.</summary>
    public bool IsLast => Next >= BucketTable.OrderEnd;

    public ReadOnlySpan<char> Key(int entry)
    {
        int start = entry == 0 ? 0 : _ends[entry - 1];
        return _chars.AsSpan(start, _ends[entry] - start);
    }

    public TValue Value(int entry) => _values[entry];

    /// <summary>Forgets the entries.</summary>
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
    /// <param name="length">Chars of its key.</param>
    /// <param name="value">Its value.</param>
    /// <returns>Where the key is to be written.</returns>
    public Span<char> Add(int length, TValue value)
    {
        int entry = Count;
        int start = Chars;
        int end = checked(start + length);
        if (entry >= _values.Length)
        {
            int entries = Math.Max(LeastEntries, 2 * entry);
            Array.Resize(ref _ends, entries);
            Grow(ref _values, entries);
        }

        if (end > _chars.Length)
        {
            Grow(ref _chars, Math.Max(Math.Max(LeastChars, 2 * Math.Min(start, MostChars)), end));
        }

        _ends[entry] = end;
        _values[entry] = value;
        Count = entry + 1;
        Chars = end;
        return _chars.AsSpan(start, length);
    }

    // What will be wiped stays where it is, if possible: the garbage collector leaves copies of what it moves.
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
