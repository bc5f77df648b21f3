using Cenote.Memory.Keys;

namespace Cenote.Collections;

/// <content>Enumeration in the order of the keys.</content>
public sealed unsafe partial class PooledStringDictionary<TValue>
{
    private const int FirstMatches = 16;

    /// <summary>
    /// Enumerates all entries, or those whose keys have a prefix, in ordinal order of their keys, without allocating strings.
    /// </summary>
    /// <param name="prefix">The prefix of the keys to enumerate, matched with the dictionary's comparison; empty for all.</param>
    /// <returns>An enumerator for <c>foreach</c>.</returns>
    /// <remarks>
    /// O(n log n) comparisons. Allocates 4 bytes per entry for the order, and 8 more during the sort. Keys are ordered by UTF-16
    /// code units, or by UTF-8 bytes with <see cref="KeyEncoding.Utf8"/>; the two orders differ only for code points above
    /// U+FFFF. Values may be replaced during the enumeration. If a key is added or removed, the enumerator throws.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory to sort.</exception>
    public Enumerator EnumerateSorted(ReadOnlySpan<char> prefix = default)
    {
        ThrowIfDisposed();
        _handsOutReferences |= EntryLayout<TValue>.HasValues;
        var enumeration = new Enumeration<TValue>(this);
        uint[] cells = CellsWith(prefix, enumeration, out bool areBytes);
        if (areBytes)
        {
            KeySort.Sort(new ByteKeys(this), cells, ClearsFreed);
        }
        else if (_index.StoresUtf8)
        {
            KeySort.Sort(new MixedBytes(this), cells, ClearsFreed);
        }
        else
        {
            KeySort.Sort(new CharKeys(this), cells, ClearsFreed);
        }

        enumeration.Sorted = cells;
        return new Enumerator(enumeration);
    }

    // Returns the indexes of the cells whose keys begin with a prefix, and whether all these keys are stored as bytes.
    private uint[] CellsWith(ReadOnlySpan<char> prefix, Enumeration<TValue> enumeration, out bool areBytes)
    {
        StringComparison comparison = _index.IgnoresCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        uint[] cells = new uint[prefix.IsEmpty ? Count : Math.Min(Count, FirstMatches)];
        int found = 0;
        areBytes = true;
        KeyWalk walk = Walk();
        try
        {
            while (_index.Cells.MoveToLive(ref walk))
            {
                if (prefix.IsEmpty || HeadOf(walk.Cell, prefix.Length, enumeration).StartsWith(prefix, comparison))
                {
                    if (found == cells.Length)
                    {
                        Array.Resize(ref cells, Math.Min(Count, 2 * found));
                    }

                    areBytes &= walk.Cell->IsNarrow;
                    cells[found++] = walk.Index;
                }
            }
        }
        finally
        {
            enumeration.WipeBuffer();
        }

        Array.Resize(ref cells, found);
        return cells;
    }

    // Returns at least this many chars of a key, or the whole key. A char takes at most three bytes, so a sequence that is cut
    // off lies after those chars.
    private static ReadOnlySpan<char> HeadOf(KeyCell* cell, int chars, Enumeration<TValue> enumeration) =>
        cell->IsNarrow
            ? enumeration.Decode(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset)[..(int)Math.Min(cell->Length, (3L * chars) + 3)])
            : KeyCell.WideText(cell, EntryLayout<TValue>.TextOffset);

    // In sorted order, the next pointer of an enumerator is the position in the sorted cells, so copies of an enumerator have
    // separate positions.
    private static bool MoveSorted(Enumeration<TValue> enumeration, uint[] sorted, byte* next)
    {
        PooledStringDictionary<TValue> dictionary = enumeration.Dictionary;
        if (enumeration.Count != dictionary.Count)
        {
            enumeration.WipeBuffer();
            Throw.KeyRemovedWhileSorted();
        }

        ref KeyWalk walk = ref enumeration.Walk;
        bool found = (nuint)next < (uint)sorted.Length;
        walk.Cell = found ? dictionary._index.Cells.At(sorted[(nuint)next]) : null;
        walk.Next = found ? next + 1 : next;
        walk.End = null;
        if (!found)
        {
            enumeration.WipeBuffer();
        }

        return found;
    }

    private readonly struct ByteKeys(PooledStringDictionary<TValue> dictionary) : INumberedKeys
    {
        public static int UnitsPerPiece => KeySort.BytesPerPiece;

        public ulong PieceOf(uint number, int depth) => KeySort.PieceOf(TextOf(number), depth);

        public int CommonUnits(uint first, uint second, int depth)
        {
            ReadOnlySpan<byte> text = TextOf(first);
            ReadOnlySpan<byte> other = TextOf(second);
            return text[Math.Min(depth, text.Length)..].CommonPrefixLength(other[Math.Min(depth, other.Length)..]);
        }

        private ReadOnlySpan<byte> TextOf(uint number) =>
            KeyCell.NarrowText(dictionary._index.Cells.At(number), EntryLayout<TValue>.TextOffset);
    }

    // Keys stored as UTF-8, mixed with invalid UTF-16 keys, which are stored as chars.
    private readonly struct MixedBytes(PooledStringDictionary<TValue> dictionary) : INumberedKeys
    {
        public static int UnitsPerPiece => KeySort.BytesPerPiece;

        public ulong PieceOf(uint number, int depth)
        {
            KeyCell* cell = dictionary._index.Cells.At(number);
            return cell->IsNarrow
                ? KeySort.PieceOf(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset), depth)
                : KeySort.Utf8PieceOf(KeyCell.WideText(cell, EntryLayout<TValue>.TextOffset), depth);
        }

        public int CommonUnits(uint first, uint second, int depth) => KeySort.CommonUnits(this, first, second, depth);
    }

    private readonly struct CharKeys(PooledStringDictionary<TValue> dictionary) : INumberedKeys
    {
        public static int UnitsPerPiece => KeySort.CharsPerPiece;

        public ulong PieceOf(uint number, int depth)
        {
            KeyCell* cell = dictionary._index.Cells.At(number);
            return cell->IsNarrow
                ? KeySort.WidePieceOf(KeyCell.NarrowText(cell, EntryLayout<TValue>.TextOffset), depth)
                : KeySort.PieceOf(KeyCell.WideText(cell, EntryLayout<TValue>.TextOffset), depth);
        }

        public int CommonUnits(uint first, uint second, int depth)
        {
            KeyCell* cell = dictionary._index.Cells.At(first);
            KeyCell* other = dictionary._index.Cells.At(second);
            if (cell->IsNarrow || other->IsNarrow)
            {
                return KeySort.CommonUnits(this, first, second, depth);
            }

            ReadOnlySpan<char> text = KeyCell.WideText(cell, EntryLayout<TValue>.TextOffset);
            ReadOnlySpan<char> with = KeyCell.WideText(other, EntryLayout<TValue>.TextOffset);
            return text[Math.Min(depth, text.Length)..].CommonPrefixLength(with[Math.Min(depth, with.Length)..]);
        }
    }
}
