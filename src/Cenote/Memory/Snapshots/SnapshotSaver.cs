using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Makes a snapshot of cells: they are hashed with the secrets of the file and copied. Neither the hashes nor the secrets of the
/// process get into the file. A file gets its header at the end, when the size of the cells is known; for a stream, they are gone
/// over once more before.
/// </summary>
internal static unsafe class SnapshotSaver
{
    /// <summary>Writes a snapshot of keys.</summary>
    /// <param name="stream">Where to.</param>
    /// <param name="isFile">Whether it is a new file, which other threads may write to.</param>
    /// <param name="header">What is saved, without counts.</param>
    /// <param name="cells">The cells; those of more than a granule last, unless there are ids.</param>
    /// <param name="count">How many they are.</param>
    /// <param name="valueBytes">Bytes of the value of each cell.</param>
    /// <param name="hasIds">Whether the places of the cells are written as well, in their order.</param>
    public static void Save<TSource>(
        Stream stream, bool isFile, SnapshotHeader header, TSource cells, int count, int valueBytes, bool hasIds)
        where TSource : struct, ICellSource
    {
        ThrowIfBigEndian();
        int textOffset = (int)header.TextOffset;
        var hash = SnapshotHash.WithNewSecrets();
        header.Hash = hash;
        header.Count = (ulong)count;
        header.Buckets = SnapshotTable.BucketsFor(count);
        header.Ids = hasIds ? (uint)count : 0;
        header.SavedAt = DateTime.UtcNow.Ticks;
        if (!isFile)
        {
            Measure(ref header, cells);
        }

        uint[] ids = hasIds ? new uint[count] : [];
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        start.Clear();
        if (!isFile)
        {
            header.WriteTo(start);
        }

        stream.Write(start);
        using var writer = new SnapshotWriter(stream, isFile);
        using var table = new SnapshotTable((uint)header.Buckets);
        uint index = 0;
        int number = 0;
        ulong shared = 0;
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
                WriteSlow(cell, writer, bytes, form, textOffset, valueBytes);
            }

            if (hasIds)
            {
                ids[number++] = index;
            }

            index += (uint)(bytes >> AddressSpace.UnitShift);
            shared += bytes > AddressSpace.GranuleBytes ? 0 : bytes;
        }

        writer.EndSection();
        table.WriteTo(writer);
        writer.EndSection();
        writer.Write(MemoryMarshal.AsBytes(ids.AsSpan()));
        writer.EndSection();
        writer.Finish();
        if (isFile)
        {
            header.CellBytes = (ulong)index << AddressSpace.UnitShift;
            header.SharedCellBytes = shared;
            header.WriteTo(start);
            stream.Position = 0;
            stream.Write(start);
        }
    }

    public static void ThrowIfBigEndian()
    {
        if (!BitConverter.IsLittleEndian)
        {
            Throw.BigEndian();
        }
    }

    private static void Measure<TSource>(ref SnapshotHeader header, TSource cells)
        where TSource : struct, ICellSource
    {
        int textOffset = (int)header.TextOffset;
        ulong shared = 0;
        ulong all = 0;
        for (KeyCell* cell = cells.Next(); cell != null; cell = cells.Next())
        {
            nuint bytes = KeyCell.SizeOf(cell->FormAndLength, textOffset);
            all += bytes;
            shared += bytes > AddressSpace.GranuleBytes ? 0 : bytes;
        }

        header.CellBytes = all;
        header.SharedCellBytes = shared;
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

    // What may be larger than a piece, or lies in two.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteSlow(
        KeyCell* cell, SnapshotWriter writer, nuint bytes, uint form, int textOffset, int valueBytes)
    {
        nuint textBytes = KeyCell.TextBytesOf(form);
        ulong start = KeyCell.WideHeader(0, (int)form);
        writer.Write((byte*)&start, sizeof(ulong));
        writer.Write((byte*)cell + KeyCell.ValueOffset, (nuint)valueBytes);
        writer.WriteZeros((nuint)(textOffset - KeyCell.ValueOffset - valueBytes));
        writer.Write((byte*)cell + textOffset, textBytes);
        writer.WriteZeros(bytes - (nuint)textOffset - textBytes);
    }
}
