using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// Keys and where they are: cells in a <see cref="KeyHeap"/>, found through a <see cref="BucketTable"/>, both in one address
/// space. What a collection adds is the values, its exceptions, and the rules of its enumerators.
/// </summary>
/// <remarks>
/// A struct, so that a collection's fast path reads its fields without a further indirection. One thread at a time may change it;
/// others may search only while none does. The caller keeps <see cref="Space"/> alive for as long as it uses a cell.
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

    // Whether the hash is not that of KeyHash.
    private bool _hasOtherHash;

    /// <summary>Whether keys that are not ASCII are stored as UTF-8, unless they are no valid UTF-16.</summary>
    public readonly bool StoresUtf8 => _storesUtf8;

    /// <summary>The memory of both.</summary>
    public AddressSpace Space { get; private set; }

    /// <summary>How many times colliding keys made the collection change its hash.</summary>
    public int Rehashes { get; private set; }

    /// <summary>The cell of a key; null if there is none.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">Its hash.</param>
    /// <param name="textOffset">Where the text of cells is: a constant to the JIT compiler.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* Find(ReadOnlySpan<char> key, uint hash, int textOffset) =>
        Probe(new OrdinalKey(key, hash), hash, textOffset).Cell;

    /// <summary>
    /// The cell of a key in UTF-8 that is stored as it is: if <see cref="FindsAsIs"/> says so. Null if there is none; an index
    /// that ignores case may have the key all the same, and so may one that has U+FFFD, for which invalid UTF-8 stands.
    /// </summary>
    /// <param name="utf8">The key.</param>
    /// <param name="textOffset">Where the text of cells is: a constant to the JIT compiler.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* Find(ReadOnlySpan<byte> utf8, int textOffset)
    {
        uint hash = HashOf(utf8);
        return Probe(new ByteKey(utf8, hash), hash, textOffset).Cell;
    }

    /// <summary>Whether a key in UTF-8 need not be decoded to be looked for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool FindsAsIs(ReadOnlySpan<byte> utf8) => _storesUtf8 || KeyText.IsAscii(utf8);

    /// <summary>Whether a key in UTF-8 is stored as it is.</summary>
    public readonly bool StoresAsIs(ReadOnlySpan<byte> utf8) =>
        KeyText.IsAscii(utf8) ? !_ignoresCase : _storesUtf8 && utf8.Length <= EncodedKey.MostChars && Utf8.IsValid(utf8);

    /// <summary>The cell of a key, and where in the table it was found.</summary>
    public readonly bool TryLocate(ReadOnlySpan<char> key, out KeyPlace place)
    {
        uint hash = HashOf(key);
        place = Probe(new OrdinalKey(key, hash), hash, _textOffset);
        return place.Cell != null;
    }

    /// <summary>
    /// As <see cref="TryLocate"/>, for a key that was not found in its own form: in another case, or as UTF-8.
    /// </summary>
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

    // Where a key is; no cell if it is nowhere.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly KeyPlace Probe<TKey>(scoped TKey key, uint hash, int textOffset)
        where TKey : struct, ISoughtKey, allows ref struct
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
                if (key.IsIn(cell, textOffset))
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

    /// <summary>Frees the cell of a key that was located just now, and with it the value.</summary>
    public void Remove(KeyPlace place)
    {
        KeyCell* cell = place.Cell;
        uint index = Bucket.CellAt(Table.SegmentOf(cell->Hash) + place.Bucket, place.Way);
        Invariant.Holds(Cells.At(index) == cell && !cell->IsFree, "The way that was found leads to the cell.");
        Table.Remove(cell->Hash, place.Bucket, place.Way);
        Cells.Free(cell, index);
    }

    /// <summary>Prefetches the bucket where the search for a hash begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchBucket(uint hash) => Prefetch.Read(Table.SegmentOf(hash) + (hash & Table.BucketMask));

    /// <summary>Prefetches the cell that a search for a hash will probably look at first.</summary>
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
