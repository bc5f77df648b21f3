using System.Numerics;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <content>
/// Searching while another thread writes, in a copy of the index that was made between two changes of where things are. Buckets
/// and cells may change during the search or be used for something else, so the outcome may be anything; whoever searches finds
/// out afterwards whether it counts. All memory that was ever lent stays readable until the space is released, and no address
/// outside it is used.
/// </content>
internal unsafe partial struct KeyIndex
{
    /// <summary>Whether a copy of this index finds what this one does.</summary>
    public readonly bool FindsSame(in KeyIndex copy) =>
        Rehashes == copy.Rehashes && Table.FindsSame(in copy.Table) && Cells.FindsSame(in copy.Cells);

    /// <summary>The cell of a key, or any other memory of as many bytes; null if there is none.</summary>
    /// <param name="key">The key: chars, or bytes of ASCII.</param>
    /// <param name="hash">Its hash.</param>
    /// <param name="textOffset">Where the text of cells is: a constant to the JIT compiler.</param>
    public readonly KeyCell* FindBesideWriter<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
        where T : unmanaged
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
                uint index = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
                KeyCell* cell = Cells.TryAt(index, KeyCell.MinimumUnits);
                if (cell != null && MatchesBesideWriter(cell, index, key, header, textOffset))
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

    // The header is read once: it says how many bytes there must be.
    private readonly bool MatchesBesideWriter<T>(
        KeyCell* cell, uint index, ReadOnlySpan<T> key, ulong wideHeader, int textOffset)
        where T : unmanaged
    {
        ulong header = cell->Header;
        bool narrow = header == KeyCell.NarrowHeader(wideHeader);
        nuint bytes = (uint)textOffset + ((nuint)(uint)key.Length << (narrow ? 0 : 1));

        // Not the size of the cell: the memory of a long one ends before that.
        return (narrow || header == wideHeader)
            && Cells.TryAt(index, (uint)((bytes + (1 << AddressSpace.UnitShift) - 1) >> AddressSpace.UnitShift)) == cell
            && (typeof(T) == typeof(char)
                ? KeyCell.HoldsText(cell, textOffset, MemoryMarshal.Cast<T, char>(key), narrow)
                : KeyCell.HoldsText(cell, textOffset, MemoryMarshal.Cast<T, byte>(key), narrow));
    }
}
