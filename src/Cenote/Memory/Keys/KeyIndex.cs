using System.Text.Unicode;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// Maps keys to cells: cells in a <see cref="KeyHeap"/>, found through a <see cref="BucketTable"/>, in one address space.
/// Collections add values, exceptions, and rules for enumerators.
/// </summary>
/// <remarks>
/// The index is a struct, which saves a collection's fast path an indirection. One thread at a time may change the index; others
/// may search it only while no thread changes it. The caller must keep <see cref="Space"/> alive while it uses a cell.
/// </remarks>
internal unsafe partial struct KeyIndex
{
    public BucketTable Table;
    public KeyHeap Cells;

    private SipHash _keyed;
    private int _textOffset;
    private bool _compact;
    private bool _ignoresCase;
    private bool _storesUtf8;

    // Whether the index uses a hash other than KeyHash.
    private bool _hasOtherHash;

    /// <summary>Whether non-ASCII keys, unless invalid UTF-16, are stored as UTF-8.</summary>
    public readonly bool StoresUtf8 => _storesUtf8;

    /// <summary>The memory of table and cells.</summary>
    public AddressSpace Space { get; private set; }

    /// <summary>The number of times that the index changed its hash seed because keys collided.</summary>
    public int Rehashes { get; private set; }

    /// <summary>The cell of a key; null if not found.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">The hash of the key.</param>
    /// <param name="textOffset">The offset of the key data in cells, a JIT constant.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* Find(ReadOnlySpan<char> key, uint hash, int textOffset) =>
        Probe(new OrdinalKey(key, hash), hash, textOffset).Cell;

    /// <summary>
    /// The cell of a UTF-8 key that is stored unchanged (see <see cref="FindsAsIs"/>). Even if the result is null, the key may
    /// exist if case is ignored, or if the stored key contains U+FFFD in place of invalid UTF-8.
    /// </summary>
    /// <param name="utf8">The key.</param>
    /// <param name="textOffset">The offset of the key data in cells, a JIT constant.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* Find(ReadOnlySpan<byte> utf8, int textOffset)
    {
        uint hash = HashOf(utf8);
        return Probe(new ByteKey(utf8, hash), hash, textOffset).Cell;
    }

    /// <summary>Whether a UTF-8 key can be looked up without decoding.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool FindsAsIs(ReadOnlySpan<byte> utf8) => _storesUtf8 || KeyText.IsAscii(utf8);

    /// <summary>Whether a UTF-8 key is stored unchanged.</summary>
    public readonly bool StoresAsIs(ReadOnlySpan<byte> utf8) =>
        KeyText.IsAscii(utf8) ? !_ignoresCase : _storesUtf8 && utf8.Length <= EncodedKey.MaxChars && Utf8.IsValid(utf8);

    /// <summary>The cell of a key, and its position in the table.</summary>
    public readonly bool TryLocate(ReadOnlySpan<char> key, out KeyPlace place)
    {
        uint hash = HashOf(key);
        place = Probe(new OrdinalKey(key, hash), hash, _textOffset);
        return place.Cell != null;
    }

    /// <summary>Like <see cref="TryLocate"/>, for another form of a key that was not found: another case, or UTF-8.</summary>
    [SkipLocalsInit]
    public readonly bool TryLocateAgain(ReadOnlySpan<char> key, out KeyPlace place)
    {
        place = default;
        if (_ignoresCase)
        {
            uint hash = HashOf(key);
            place = Probe(new IgnoreCaseKey(key, hash), hash, _textOffset);
        }
        else if (_storesUtf8 && !KeyText.IsAscii(key))
        {
            using var encoded = new EncodedKey(key, stackalloc byte[EncodedKey.StackBytes]);
            if (encoded.IsValid)
            {
                uint hash = HashOf(encoded.Bytes);
                place = Probe(new ByteKey(encoded.Bytes, hash), hash, _textOffset);
            }
        }

        return place.Cell != null;
    }

    // The position of a key. Its cell is null if the key is not found.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly KeyPlace Probe<TKey>(scoped TKey key, uint hash, int textOffset)
        where TKey : struct, ISearchKey, allows ref struct
    {
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask; ; rest--)
        {
            Bucket* bucket = segment + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                int way = BitOperations.TrailingZeroCount(ways);
                KeyCell* cell = Cells.At(Bucket.CellAt(bucket, way));
                if (key.Matches(cell, textOffset))
                {
                    return new KeyPlace(cell, number, way);
                }
            }

            if (bucket->Overflow == 0 || rest == 0)
            {
                return default;
            }

            number = Table.Next(number, tag);
        }
    }

    /// <summary>Removes a key that was just located, and frees its cell with the value.</summary>
    public void Remove(KeyPlace place)
    {
        KeyCell* cell = place.Cell;
        uint index = Bucket.CellAt(Table.SegmentOf(cell->Hash) + place.Bucket, place.Way);
        Invariant.Holds(Cells.At(index) == cell && !cell->IsFree, "The way found refers to the cell.");
        Table.Remove(cell->Hash, place.Bucket, place.Way);
        Cells.Free(cell, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchBucket(uint hash) => Prefetch.Read(Table.SegmentOf(hash) + (hash & Table.BucketMask));

    /// <summary>Prefetches the cell that a lookup of this hash probably compares first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchCell(uint hash)
    {
        Bucket* bucket = Table.SegmentOf(hash) + (hash & Table.BucketMask);
        uint ways = Bucket.Find(bucket, BucketTable.TagOf(hash));
        if (ways != 0)
        {
            Prefetch.Read(Cells.At(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways))));
        }
    }
}
