using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Saves cells as a snapshot in two passes: one hashes the keys with the file's seed, the other copies the cells. If there are
/// many cells and the destination is a file, the passes run concurrently. The file contains neither hashes nor seeds of this
/// process.
/// </summary>
internal static unsafe class SnapshotSaver
{
    // With fewer cells, the first pass ends before another thread starts.
    private const int MinParallelCells = 50_000;

    /// <summary>Writes a snapshot of keys.</summary>
    /// <param name="stream">The destination.</param>
    /// <param name="isFile">Whether the destination is a regular file, which may be written on other threads.</param>
    /// <param name="header">The header, without counts.</param>
    /// <param name="cells">The cells; those larger than a granule come last, unless there are ids.</param>
    /// <param name="count">The number of cells.</param>
    /// <param name="valueBytes">The bytes of each value.</param>
    /// <param name="hasIds">Whether to also write the cell offsets, in the order of the cells.</param>
    /// <param name="check">Called after each write to the stream. It throws if the stream changed the cells.</param>
    /// <param name="gate">A lock that the calling thread holds. The lock is released while writing to the stream.</param>
    public static void Save<TSource>(
        Stream stream, bool isFile, SnapshotHeader header, TSource cells, int count, int valueBytes, bool hasIds, Action check,
        Lock? gate = null)
        where TSource : struct, ICellSource
    {
        ThrowIfBigEndian();
        header.Hash = SnapshotHash.WithNewSecrets();
        header.Count = (ulong)count;
        header.Buckets = SnapshotTable.BucketsFor(count);
        header.IdCount = hasIds ? (uint)count : 0;
        header.SavedAt = DateTime.UtcNow.Ticks;
        uint[] ids = new uint[header.IdCount];
        using var table = new SnapshotTable((uint)header.Buckets);
        using var writer = new SnapshotWriter(stream, isFile, check, gate);
        if (isFile && count >= MinParallelCells)
        {
            SaveConcurrently(stream, header, cells, valueBytes, ids, table, writer);
            return;
        }

        Hash(ref header, cells, table);
        table.Fill();
        WriteHeader(writer, ref header);
        Copy(writer, cells, (int)header.TextOffset, valueBytes, ids);
        Finish(writer, table, ids);
    }

    // Writes the header last, because the sizes of the cells are known only at the end.
    private static void SaveConcurrently<TSource>(
        Stream stream,
        SnapshotHeader header,
        TSource cells,
        int valueBytes,
        uint[] ids,
        SnapshotTable table,
        SnapshotWriter writer)
        where TSource : struct, ICellSource
    {
        writer.WriteDirectly(new byte[SnapshotHeader.Size]);
        Task hashing = Task.Run(() => Hash(ref header, cells, table));
        Task filling = hashing.ContinueWith(
            _ => table.Fill(), CancellationToken.None, TaskContinuationOptions.OnlyOnRanToCompletion, TaskScheduler.Default);
        try
        {
            Copy(writer, cells, (int)header.TextOffset, valueBytes, ids);
            hashing.GetAwaiter().GetResult();
            table.Fill();
            filling.GetAwaiter().GetResult();
        }
        finally
        {
            UninterruptibleLock.Wait(filling);
            _ = hashing.Exception ?? filling.Exception;
        }

        Finish(writer, table, ids);
        stream.Position = 0;
        WriteHeader(writer, ref header);
    }

    private static void Hash<TSource>(ref SnapshotHeader header, TSource cells, SnapshotTable table)
        where TSource : struct, ICellSource
    {
        int textOffset = (int)header.TextOffset;
        SnapshotHash hash = header.Hash;
        ulong shared = 0;
        uint index = 0;
        for (KeyCell* cell = cells.Next(); cell != null; cell = cells.Next())
        {
            uint form = cell->FormAndLength;
            nuint bytes = KeyCell.SizeOf(form, textOffset);
            table.Add(
                KeyCell.IsNarrowForm(form)
                    ? hash.Compute(KeyCell.NarrowText(cell, textOffset))
                    : hash.Compute(KeyCell.WideText(cell, textOffset)),
                index);
            index += (uint)(bytes >> AddressSpace.UnitShift);
            shared += bytes > AddressSpace.GranuleBytes ? 0 : bytes;
        }

        header.CellBytes = (ulong)index << AddressSpace.UnitShift;
        header.SharedCellBytes = shared;
    }

    private static void Copy<TSource>(SnapshotWriter writer, TSource cells, int textOffset, int valueBytes, uint[] ids)
        where TSource : struct, ICellSource
    {
        uint index = 0;
        int number = 0;
        for (KeyCell* cell = cells.Next(); cell != null; cell = cells.Next())
        {
            uint form = cell->FormAndLength;
            nuint bytes = KeyCell.SizeOf(form, textOffset);
            byte* place = writer.TryTake(bytes);
            if (place != null)
            {
                Copy(cell, place, bytes, form, textOffset, valueBytes);
            }
            else
            {
                WriteSlow(cell, writer, bytes, form, textOffset, valueBytes);
            }

            if (ids.Length > 0)
            {
                ids[number++] = index;
            }

            index += (uint)(bytes >> AddressSpace.UnitShift);
        }

        Invariant.Holds(ids.Length == 0 || number == ids.Length, "Each cell has an id.");
        writer.EndSection();
    }

    private static void Finish(SnapshotWriter writer, SnapshotTable table, uint[] ids)
    {
        table.WriteTo(writer);
        writer.EndSection();
        writer.Write(MemoryMarshal.AsBytes(ids.AsSpan()));
        writer.EndSection();
        writer.Finish();
    }

    private static void WriteHeader(SnapshotWriter writer, ref SnapshotHeader header)
    {
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        header.WriteTo(start);
        writer.WriteDirectly(start);
    }

    public static void ThrowIfBigEndian()
    {
        if (!BitConverter.IsLittleEndian)
        {
            Throw.BigEndian();
        }
    }

    // Clears the padding after the value and the key data, because this padding may contain stale data of another key.
    private static void Copy(KeyCell* cell, byte* place, nuint bytes, uint form, int textOffset, int valueBytes)
    {
        Invariant.Holds(textOffset >= KeyCell.ValueOffset + valueBytes, "The key data follows the value.");
        Invariant.Holds((nuint)textOffset + KeyCell.TextBytesOf(form) <= bytes, "The key fits in its cell.");
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

    // Writes a cell that is larger than a piece or spans two pieces.
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
