using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Makes a snapshot of cells: once over all of them for their size, once more to hash them with the secrets of the file and to
/// copy them. Neither the hashes nor the secrets of the process get into the file.
/// </summary>
internal static unsafe class SnapshotSaver
{
    /// <summary>Writes a snapshot of keys.</summary>
    /// <param name="stream">Where to.</param>
    /// <param name="overlaps">Whether another thread may write to the stream.</param>
    /// <param name="header">What is saved, without counts.</param>
    /// <param name="cells">The cells; those of more than a granule last, unless there are ids.</param>
    /// <param name="valueBytes">Bytes of the value of each cell.</param>
    /// <param name="hasIds">Whether the places of the cells are written as well, in their order.</param>
    public static void Save<TSource>(
        Stream stream, bool overlaps, SnapshotHeader header, TSource cells, int valueBytes, bool hasIds)
        where TSource : struct, ICellSource
    {
        ThrowIfBigEndian();
        int textOffset = (int)header.TextOffset;
        Measure(ref header, cells, hasIds);
        var hash = SnapshotHash.WithNewSecrets();
        header.Hash = hash;
        uint[] ids = hasIds ? new uint[header.Count] : [];
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        header.WriteTo(start);
        stream.Write(start);

        using var writer = new SnapshotWriter(stream, overlaps && header.CellBytes > SnapshotHeader.PieceBytes);
        using var table = new SnapshotTable((uint)header.Buckets);
        uint index = 0;
        int number = 0;
        for (KeyCell* cell = cells.Next(); cell != null; cell = cells.Next())
        {
            uint form = cell->FormAndLength;
            nuint bytes = KeyCell.SizeOf(form, textOffset);
            table.Add(
                KeyCell.IsNarrowForm(form)
                    ? hash.Compute(KeyCell.NarrowText(cell, textOffset))
                    : hash.Compute(KeyCell.WideText(cell, textOffset)),
                index);
            byte* place = writer.TryTake(bytes);
            if (place != null)
            {
                Copy(cell, place, bytes, form, textOffset, valueBytes);
            }
            else
            {
                CopySlow(cell, writer, bytes, form, textOffset, valueBytes);
            }

            if (hasIds)
            {
                ids[number++] = index;
            }

            index += (uint)(bytes >> AddressSpace.UnitShift);
        }

        writer.EndSection();
        table.WriteTo(writer);
        writer.EndSection();
        writer.Write(MemoryMarshal.AsBytes(ids.AsSpan()));
        writer.EndSection();
        writer.Finish();
    }

    public static void ThrowIfBigEndian()
    {
        if (!BitConverter.IsLittleEndian)
        {
            Throw.BigEndian();
        }
    }

    private static void Measure<TSource>(ref SnapshotHeader header, TSource cells, bool hasIds)
        where TSource : struct, ICellSource
    {
        int textOffset = (int)header.TextOffset;
        ulong count = 0;
        ulong shared = 0;
        ulong all = 0;
        for (KeyCell* cell = cells.Next(); cell != null; cell = cells.Next())
        {
            nuint bytes = KeyCell.SizeOf(cell->FormAndLength, textOffset);
            count++;
            all += bytes;
            shared += bytes > AddressSpace.GranuleBytes ? 0 : bytes;
        }

        header.Count = count;
        header.CellBytes = all;
        header.SharedCellBytes = shared;
        header.Buckets = SnapshotTable.BucketsFor((long)count);
        header.Ids = hasIds ? (uint)count : 0;
        header.SavedAt = DateTime.UtcNow.Ticks;
    }

    // What lies between value and text, and after the text, may be left from another key.
    private static void Copy(KeyCell* cell, byte* place, nuint bytes, uint form, int textOffset, int valueBytes)
    {
        *(ulong*)(place + bytes - sizeof(ulong)) = 0;
        nuint used = (nuint)textOffset + KeyCell.TextBytesOf(form);
        if (bytes - used > sizeof(ulong))
        {
            NativeMemory.Clear(place + used, bytes - used);
        }

        Buffer.MemoryCopy(cell, place, bytes, used);
        ((KeyCell*)place)->Hash = 0;
        int afterValue = KeyCell.ValueOffset + valueBytes;
        if (afterValue < textOffset)
        {
            new Span<byte>(place + afterValue, textOffset - afterValue).Clear();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CopySlow(
        KeyCell* cell, SnapshotWriter writer, nuint bytes, uint form, int textOffset, int valueBytes)
    {
        byte* copy = (byte*)NativeMemory.Alloc(bytes);
        try
        {
            Copy(cell, copy, bytes, form, textOffset, valueBytes);
            writer.Write(new ReadOnlySpan<byte>(copy, checked((int)bytes)));
        }
        finally
        {
            NativeMemory.Clear(copy, bytes);
            NativeMemory.Free(copy);
        }
    }
}
