using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Makes a snapshot of cells: once over all of them to hash them with the secrets of the file, once more to copy them, at the same
/// time if they are many. Neither the hashes nor the secrets of the process get into the file.
/// </summary>
internal static unsafe class SnapshotSaver
{
    // Fewer are done before another thread has begun.
    private const int ManyCells = 50_000;

    /// <summary>Writes a snapshot of keys.</summary>
    /// <param name="stream">Where to.</param>
    /// <param name="isFile">Whether it is a new file, which other threads may write to.</param>
    /// <param name="header">What is saved, without counts.</param>
    /// <param name="cells">The cells; those of more than a granule last, unless there are ids.</param>
    /// <param name="count">How many they are.</param>
    /// <param name="valueBytes">Bytes of the value of each cell.</param>
    /// <param name="hasIds">Whether the places of the cells are written as well, in their order.</param>
    /// <param name="check">Called after each write to the stream. It throws if the stream has changed the cells.</param>
    /// <param name="gate">A lock that the thread holds, and that is released while the stream is written.</param>
    public static void Save<TSource>(
        Stream stream, bool isFile, SnapshotHeader header, TSource cells, int count, int valueBytes, bool hasIds, Action check,
        Lock? gate = null)
        where TSource : struct, ICellSource
    {
        ThrowIfBigEndian();
        header.Hash = SnapshotHash.WithNewSecrets();
        header.Count = (ulong)count;
        header.Buckets = SnapshotTable.BucketsFor(count);
        header.Ids = hasIds ? (uint)count : 0;
        header.SavedAt = DateTime.UtcNow.Ticks;
        uint[] ids = new uint[header.Ids];
        using var table = new SnapshotTable((uint)header.Buckets);
        using var writer = new SnapshotWriter(stream, isFile, check, gate);
        if (isFile && count >= ManyCells)
        {
            SaveAtOnce(stream, header, cells, valueBytes, ids, table, writer);
            return;
        }

        Hash(ref header, cells, table);
        table.Fill();
        WriteHeader(writer, ref header);
        Copy(writer, cells, (int)header.TextOffset, valueBytes, ids);
        Finish(writer, table, ids);
    }

    // How large the cells are is known at the end only, and so is the header.
    private static void SaveAtOnce<TSource>(
        Stream stream,
        SnapshotHeader header,
        TSource cells,
        int valueBytes,
        uint[] ids,
        SnapshotTable table,
        SnapshotWriter writer)
        where TSource : struct, ICellSource
    {
        writer.WriteAtOnce(new byte[SnapshotHeader.Size]);
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
            Uninterrupted.Wait(filling);
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
        writer.WriteAtOnce(start);
    }

    public static void ThrowIfBigEndian()
    {
        if (!BitConverter.IsLittleEndian)
        {
            Throw.BigEndian();
        }
    }

    // What lies between value and text, and after the text, may be left from another key.
    private static void Copy(KeyCell* cell, byte* place, nuint bytes, uint form, int textOffset, int valueBytes)
    {
        Invariant.Holds(textOffset >= KeyCell.ValueOffset + valueBytes, "The text comes after the value.");
        Invariant.Holds((nuint)textOffset + KeyCell.TextBytesOf(form) <= bytes, "The cell fits its text.");
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
