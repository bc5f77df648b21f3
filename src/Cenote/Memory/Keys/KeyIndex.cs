using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Pages;
using Cenote.Text;

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

    // Whether the hash is another one than that of KeyHash.
    private bool _hasOtherHash;

    /// <summary>The memory of both.</summary>
    public AddressSpace Space { get; private set; }

    /// <summary>How many times colliding keys made the collection change its hash.</summary>
    public int Rehashes { get; private set; }

    /// <summary>The cell of a key; null if there is none.</summary>
    /// <param name="key">The key.</param>
    /// <param name="hash">Its hash.</param>
    /// <param name="textOffset">Where the text of cells is: a constant to the JIT compiler.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* Find(ReadOnlySpan<char> key, uint hash, int textOffset)
    {
        ulong header = KeyCell.WideHeader(hash, key.Length);
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask; ; rest--)
        {
            Bucket* bucket = segment + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                KeyCell* cell = Cells.At(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)));
                if (KeyCell.Matches(cell, textOffset, key, header))
                {
                    return cell;
                }
            }

            if (bucket->Overflow == 0 || rest == 0)
            {
                return null;
            }

            number = Table.Next(number, tag);
        }
    }

    /// <summary>The cell of a key, and where in the table it was found.</summary>
    public readonly bool TryLocate(ReadOnlySpan<char> key, out KeyPlace place) => TryLocate<OrdinalKeys>(key, out place);

    /// <summary>As <see cref="TryLocate(ReadOnlySpan{char}, out KeyPlace)"/>, in an index that ignores case.</summary>
    public readonly bool TryLocateIgnoringCase(ReadOnlySpan<char> key, out KeyPlace place) =>
        TryLocate<IgnoreCaseKeys>(key, out place);

    private readonly bool TryLocate<TComparison>(ReadOnlySpan<char> key, out KeyPlace place)
        where TComparison : struct, IKeyComparison
    {
        uint hash = HashOf(key);
        ulong header = KeyCell.WideHeader(hash, key.Length);
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
                if (TComparison.Matches(cell, _textOffset, key, header))
                {
                    place = new KeyPlace(cell, number, way);
                    return true;
                }
            }

            if (bucket->Overflow == 0 || rest == 0)
            {
                place = default;
                return false;
            }

            number = Table.Next(number, tag);
        }
    }

    /// <summary>Frees the cell of a key that was located just now, and with it the value.</summary>
    public void Remove(KeyPlace place)
    {
        KeyCell* cell = place.Cell;
        uint index = Bucket.CellAt(Table.SegmentOf(cell->Hash) + place.Bucket, place.Way);
        Table.Remove(cell->Hash, place.Bucket, place.Way);
        Cells.Free(cell, index);
    }

    /// <summary>Asks for the bucket where the search for a hash begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void PrefetchBucket(uint hash) => Prefetch.Read(Table.SegmentOf(hash) + (hash & Table.BucketMask));

    /// <summary>Asks for the cell that a search for a hash will probably look at first.</summary>
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
