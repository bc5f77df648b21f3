using Cenote.Memory.Pages;

namespace Cenote.Memory.Keys;

/// <content>
/// Lookups concurrent with a writer, in a copy of the index taken between two structural changes. Buckets and cells may change or
/// be reused during a lookup, so its result is unreliable until the caller validates it. Allocated memory stays readable until
/// the space is released, and lookups never read outside it.
/// </content>
internal unsafe partial struct KeyIndex
{
    /// <summary>Whether a copy of this index still matches it.</summary>
    public readonly bool HasSameLayout(in KeyIndex copy) =>
        Rehashes == copy.Rehashes && Table.HasSameLayout(in copy.Table) && Cells.HasSameLayout(in copy.Cells);

    /// <summary>The cell of a key, or, after a race, other memory of the same size; null if not found.</summary>
    /// <param name="key">The key: chars, or UTF-8 as stored.</param>
    /// <param name="hash">The hash of the key.</param>
    /// <param name="textOffset">The offset of the key data in cells, a JIT constant.</param>
    /// <remarks>
    /// Only the common case is inlined: almost every key is the first with its tag in its bucket, and most missing keys match no
    /// tag. Inlining the whole search would spill its state to the stack.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly KeyCell* FindConcurrently<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
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

        return FindConcurrentlySlow(key, hash, textOffset);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly KeyCell* FindConcurrentlySlow<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
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

    // Reads the header only once, because it determines how many bytes are compared.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Matches<T>(KeyCell* cell, ReadOnlySpan<T> key, ulong header, ulong wideHeader, int textOffset)
        where T : unmanaged =>
        typeof(T) == typeof(char)
            ? KeyCell.Matches(cell, header, textOffset, MemoryMarshal.Cast<T, char>(key), wideHeader)
            : KeyCell.Matches(cell, header, textOffset, MemoryMarshal.Cast<T, byte>(key), wideHeader);

    // Handles cells outside the near range, and cells so close to the end of memory that only the key's narrow form fits.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly bool MatchesSlow<T>(uint index, ReadOnlySpan<T> key, ulong wideHeader, int textOffset, out KeyCell* cell)
        where T : unmanaged
    {
        cell = Cells.TryAt(index, KeyCell.MinimumUnits);
        if (cell == null)
        {
            return false;
        }

        // Checks only the bytes in use, because a long cell's memory may be shorter than the cell size.
        ulong header = cell->Header;
        int shift = KeyCell.WithoutAscii(header) == KeyCell.Utf8Header(wideHeader) ? 0 : 1;
        uint units = UnitsOf((uint)textOffset + ((nuint)(uint)key.Length << shift));
        return Cells.TryAt(index, units) == cell && Matches(cell, key, header, wideHeader, textOffset);
    }
}
