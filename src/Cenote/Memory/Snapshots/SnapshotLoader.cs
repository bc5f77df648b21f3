using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Loads the cells of a snapshot into an empty index. Only the hashes change: they are recomputed for this process, and the
/// file's table is ignored. If allowed, another thread concurrently reads the file and computes its checksums.
/// </summary>
internal sealed unsafe class SnapshotLoader
{
    // This wait is longer than an idle thread-pool thread takes to start.
    private const long MaxMillisecondsForOthers = 20;

    private readonly SnapshotReader _reader;
    private readonly SnapshotHeader _header;
    private byte* _shared;
    private int _readers;
    private ulong _loadedBytes;
    private Exception? _failure;

    /// <param name="stream">The file, positioned after its header.</param>
    /// <param name="header">The validated header.</param>
    public SnapshotLoader(Stream stream, in SnapshotHeader header)
    {
        _reader = new SnapshotReader(stream, in header);
        _header = header;
    }

    /// <summary>Fills an index.</summary>
    /// <param name="index">The empty index. It is unusable if this method throws or returns false.</param>
    /// <param name="capacity">The minimum number of keys to reserve.</param>
    /// <param name="overlaps">Whether another thread may read the stream.</param>
    /// <returns>False if there is not enough memory.</returns>
    /// <exception cref="InvalidDataException">The file is damaged.</exception>
    public bool TryLoad(ref KeyIndex index, long capacity, bool overlaps)
    {
        long keys = Math.Max((long)_header.Count, capacity);
        if (!index.TryBeginImport(keys, (nuint)_header.SharedCellBytes, out byte* memory))
        {
            return false;
        }

        long count = 0;
        using HashPartitions parts = index.NewPartitions();
        TakeIn(ref index, memory, parts, overlaps, ref count);
        if (!index.EndImport(parts))
        {
            Throw.Damaged("many keys occur more than once");
        }

        ulong left = _header.CellBytes - _header.SharedCellBytes;
        while (left > 0)
        {
            if (!TryLoadLongKey(ref index, ref left))
            {
                return false;
            }

            count++;
        }

        if (count != (long)_header.Count)
        {
            Throw.Damaged($"it has {count} keys instead of {_header.Count}");
        }

        _reader.Finish();
        return true;
    }

    private void TakeIn(ref KeyIndex index, byte* memory, HashPartitions parts, bool overlaps, ref long count)
    {
        ulong bytes = _header.SharedCellBytes;
        _shared = memory;
        Task? reading = null;
        if (overlaps && bytes > 4 * SnapshotHeader.PieceBytes)
        {
            reading = Task.Run(ReadShared);
        }
        else
        {
            ReadShared();
        }

        try
        {
            byte* next = memory;
            uint number = bytes > 0 ? index.Cells.FirstIndex : 0;
            ulong loadedBytes;
            while ((ulong)(next - memory) < bytes)
            {
                loadedBytes = WaitFor((ulong)(next - memory));
                byte* before = next;
                next = index.ImportCells(next, memory + loadedBytes, ref number, parts, ref count);
                if (next == null || (next == before && loadedBytes == bytes))
                {
                    Throw.Damaged("a key is invalid, or too many keys are equal; Verify shows where");
                }
            }
        }
        finally
        {
            if (reading is not null)
            {
                UninterruptibleLock.Wait(reading);
            }
        }
    }

    // Waits until at least one more step, or all bytes, have been read.
    private ulong WaitFor(ulong done)
    {
        const ulong Step = AddressSpace.GranuleBytes * 4;
        ulong enough = Math.Min(done + Step, _header.SharedCellBytes);
        var wait = default(SpinWait);
        long started = Environment.TickCount64;
        while (Volatile.Read(ref _loadedBytes) < enough)
        {
            if (Volatile.Read(ref _failure) is { } failure)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
            }

            if (Environment.TickCount64 - started > MaxMillisecondsForOthers)
            {
                ReadShared();
            }

            wait.SpinOnce(sleep1Threshold: -1);
        }

        return Volatile.Read(ref _loadedBytes);
    }

    // Only the first caller reads: a thread-pool thread, or the loading thread if no thread-pool thread is available.
    private void ReadShared()
    {
        if (Interlocked.Increment(ref _readers) > 1)
        {
            return;
        }

        byte* destination = _shared;
        try
        {
            for (ulong done = 0; done < _header.SharedCellBytes;)
            {
                int part = (int)Math.Min(_header.SharedCellBytes - done, SnapshotHeader.PieceBytes);
                _reader.Read(new Span<byte>(destination + done, part));
                done += (ulong)part;
                Volatile.Write(ref _loadedBytes, done);
            }
        }
        catch (Exception exception)
        {
            Volatile.Write(ref _failure, exception);
        }
    }

    private bool TryLoadLongKey(ref KeyIndex index, ref ulong left)
    {
        int textOffset = (int)_header.TextOffset;
        Span<byte> start = stackalloc byte[KeyCell.ValueOffset];
        _reader.Read(start);
        uint form = MemoryMarshal.Read<uint>(start[sizeof(uint)..]);
        nuint bytes = KeyCell.SizeOf(form, textOffset);
        if (!index.MayStore(form) || bytes <= AddressSpace.GranuleBytes || bytes > left)
        {
            Throw.Damaged("a long key is missing");
        }

        KeyCell* cell = index.TryTakeLong(form, out uint place);
        if (cell == null)
        {
            return false;
        }

        nuint used = (nuint)textOffset + KeyCell.TextBytesOf(form);
        _reader.Read((byte*)cell + KeyCell.ValueOffset, used - KeyCell.ValueOffset);
        _reader.Skip(bytes - used);
        if (!index.TryIndexLong(cell, place))
        {
            Throw.Damaged("a long key occurs more than once");
        }

        left -= bytes;
        return true;
    }
}
