using Cenote.Memory.Keys;

namespace Cenote.Memory.Snapshots;

/// <content>Verification of a whole snapshot.</content>
internal sealed unsafe partial class SnapshotImage
{
    /// <summary>
    /// Checks all checksums, that a lookup finds each cell exactly once, and that ids, if any, find their cells.
    /// </summary>
    /// <exception cref="InvalidDataException">A check failed; the message names it.</exception>
    public void Verify(int textOffset)
    {
        VerifySums();
        ulong next = 0;
        long count = 0;
        KeyCell* cell;
        while ((cell = Next(ref next, textOffset, out uint form)) != null)
        {
            byte* text = (byte*)cell + textOffset;
            KeyCell* found = KeyCell.IsNarrowForm(form)
                ? Find(new ReadOnlySpan<byte>(text, KeyCell.LengthOf(form)), textOffset)
                : Find(new ReadOnlySpan<char>(text, KeyCell.LengthOf(form)), textOffset);
            if (found != cell)
            {
                Throw.Damaged($"a lookup of the key at byte {(byte*)cell - _start} finds no key, or an equal key elsewhere");
            }

            if (_header.IdCount > 0 && (CellOf((int)count, textOffset, out _) != cell || cell->Slot != count))
            {
                Throw.Damaged($"id {count} and its string do not refer to each other");
            }

            count++;
        }

        if (count != Count || CountWays() != count)
        {
            Throw.Damaged($"it has {count} keys and {CountWays()} table entries instead of {Count} of each");
        }
    }

    public void VerifySums()
    {
        var sums = new ReadOnlySpan<uint>(_start + _header.ChecksumsOffset, checked((int)_header.Sums));
        if (Crc32C.Append(0, MemoryMarshal.AsBytes(sums[..^1])) != sums[^1])
        {
            Throw.Damaged("the checksum of its checksums is wrong");
        }

        int piece = 0;
        VerifySection(SnapshotHeader.CellsOffset, _header.TableOffset, sums, ref piece);
        VerifySection(_header.TableOffset, _header.IdsOffset, sums, ref piece);
        VerifySection(_header.IdsOffset, _header.ChecksumsOffset, sums, ref piece);
    }

    private void VerifySection(ulong start, ulong end, ReadOnlySpan<uint> sums, ref int piece)
    {
        for (; start < end; start += SnapshotHeader.PieceBytes)
        {
            int bytes = (int)Math.Min(end - start, SnapshotHeader.PieceBytes);
            if (Crc32C.Append(0, new ReadOnlySpan<byte>(_start + start, bytes)) != sums[piece++])
            {
                Throw.Damaged($"the checksum of bytes {start} to {start + (ulong)bytes - 1} is wrong");
            }
        }
    }

    private long CountWays()
    {
        long ways = 0;
        for (uint number = 0; number < _buckets; number++)
        {
            ways += BitOperations.PopCount(Bucket.FindUsed(_table + number));
        }

        return ways;
    }
}
