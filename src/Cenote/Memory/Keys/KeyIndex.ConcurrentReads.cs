using System.Numerics;
using System.Runtime.CompilerServices;
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
    /// <param name="key">The key: chars, or UTF-8 as it is stored.</param>
    /// <param name="hash">Its hash.</param>
    /// <param name="textOffset">Where the text of cells is: a constant to the JIT compiler.</param>
    /// <remarks>
    /// Nearly every key is the first in its bucket that has its tag, and most that are missing find none there. Only that is
    /// inlined: the state of the whole search would be spilled to the stack.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* FindBesideWriter<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
        where T : unmanaged
    {
        Bucket* bucket = Table.SegmentOf(hash) + (hash & Table.BucketMask);
        uint ways = Bucket.Find(bucket, BucketTable.TagOf(hash));
        if (ways != 0)
        {
            uint units = UnitsOf((uint)textOffset + ((nuint)(uint)key.Length * sizeof(char)));
            KeyCell* cell = Cells.TryNear(Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)), units);
            if (cell != null && Matches(cell, key, cell->Header, KeyCell.WideHeader(hash, key.Length), textOffset))
            {
                return cell;
            }
        }
        else if (bucket->Overflow == 0)
        {
            return null;
        }

        return FindBesideWriterSlow(key, hash, textOffset);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* FindBesideWriterSlow<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
        where T : unmanaged
    {
        ulong header = KeyCell.WideHeader(hash, key.Length);
        uint units = UnitsOf((uint)textOffset + ((nuint)(uint)key.Length * sizeof(char)));
        uint tag = BucketTable.TagOf(hash);
        Bucket* segment = Table.SegmentOf(hash);
        uint number = hash & Table.BucketMask;
        for (uint rest = Table.BucketMask; ; rest--)
        {
            Bucket* bucket = segment + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                uint index = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
                KeyCell* cell = Cells.TryNear(index, units);
                if (cell != null ? Matches(cell, key, cell->Header, header, textOffset)
                    : MatchesSlow(index, key, header, textOffset, out cell))
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint UnitsOf(nuint bytes) => (uint)((bytes + (1 << AddressSpace.UnitShift) - 1) >> AddressSpace.UnitShift);

    // The header is read once: it says how many bytes there must be.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Matches<T>(KeyCell* cell, ReadOnlySpan<T> key, ulong header, ulong wideHeader, int textOffset)
        where T : unmanaged =>
        typeof(T) == typeof(char)
            ? KeyCell.Matches(cell, header, textOffset, MemoryMarshal.Cast<T, char>(key), wideHeader)
            : KeyCell.Matches(cell, header, textOffset, MemoryMarshal.Cast<T, byte>(key), wideHeader);

    // For cells far away, and those so near the end of the memory that only a narrow form of the key fits.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool MatchesSlow<T>(uint index, ReadOnlySpan<T> key, ulong wideHeader, int textOffset, out KeyCell* cell)
        where T : unmanaged
    {
        cell = Cells.TryAt(index, KeyCell.MinimumUnits);
        if (cell == null)
        {
            return false;
        }

        // Not the size of the cell: the memory of a long one ends before that.
        ulong header = cell->Header;
        int shift = KeyCell.WithoutAscii(header) == KeyCell.Utf8Header(wideHeader) ? 0 : 1;
        uint units = UnitsOf((uint)textOffset + ((nuint)(uint)key.Length << shift));
        return Cells.TryAt(index, units) == cell && Matches(cell, key, header, wideHeader, textOffset);
    }
}
