using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// A read-only snapshot in memory, mapped or copied. The file may be damaged or malicious, and other processes may change it
/// while it is mapped. Only the header was validated, so all other data is bounds-checked on each read.
/// </summary>
/// <remarks>
/// Readers refer to the image, which keeps the memory readable. Once the image is unreachable, its addresses are quarantined,
/// because spans may still point to them.
/// </remarks>
internal sealed unsafe partial class SnapshotImage
{
    private readonly byte* _cells;
    private readonly ulong _cellBytes;
    private readonly Bucket* _table;
    private readonly uint _buckets;
    private readonly uint* _ids;
    private readonly SnapshotHash _hash;
    private readonly SnapshotHeader _header;
    private readonly byte* _start;
    private readonly object? _memory;
    private readonly FileStream? _file;
    private volatile bool _isRetired;

    /// <param name="start">The memory, of the length that the header specifies.</param>
    /// <param name="header">The validated header.</param>
    /// <param name="memory">The owner of the memory; null if the memory needs no owner.</param>
    /// <param name="file">The file, kept open while it must not change; null for a copy.</param>
    public SnapshotImage(byte* start, in SnapshotHeader header, object? memory, FileStream? file = null)
    {
        _start = start;
        _header = header;
        _cells = start + SnapshotHeader.CellsOffset;
        _cellBytes = header.CellBytes;
        _table = (Bucket*)(start + header.TableOffset);
        _buckets = (uint)header.Buckets;
        _ids = (uint*)(start + header.IdsOffset);
        _hash = header.Hash;
        _memory = memory;
        _file = file;
    }

    public SnapshotHeader Header => _header;

    public int Count => (int)_header.Count;

    /// <summary>Whether the memory is a mapping of the file, shared with other processes.</summary>
    public bool IsMapped => _memory is MappedFile;

    /// <summary>Whether the owner has released the image. If so, discard everything read before this check.</summary>
    public bool IsRetired => _isRetired;

    public bool StoresUtf8 => (_header.Flags & SnapshotFlags.Utf8) != SnapshotFlags.None;

    /// <summary>Whether a UTF-8 key that was not found may exist with U+FFFD in place of invalid UTF-8.</summary>
    public bool MayHaveReplacement => (_header.Flags & SnapshotFlags.HasReplacement) != SnapshotFlags.None;

    /// <summary>The cell of a key, completely within the image; null if not found.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* Find(ReadOnlySpan<char> key, int textOffset) => Probe(key, _hash.Compute(key), textOffset);

    /// <summary>The cell of an ASCII key, or of a UTF-8 key as stored, completely within the image; null if not found.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* Find(ReadOnlySpan<byte> key, int textOffset) => Probe(key, _hash.Compute(key), textOffset);

    /// <summary>The cell with an id; null if the file has no such id, or its location is outside the cells.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* CellOf(int id, int textOffset, out uint form)
    {
        form = 0;
        if ((uint)id >= _header.IdCount)
        {
            return null;
        }

        KeyCell* cell = TryAt((ulong)_ids[id] << AddressSpace.UnitShift, textOffset, out form);
        return cell;
    }

    /// <summary>
    /// The cell at an offset; null unless all of it is in the image. Reads the form only once, because the file may change.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* TryAt(ulong offset, int textOffset, out uint form)
    {
        const ulong MinCellBytes = KeyCell.MinimumUnits << AddressSpace.UnitShift;
        form = 0;
        if (offset + MinCellBytes > _cellBytes)
        {
            return null;
        }

        var cell = (KeyCell*)(_cells + offset);
        form = Volatile.Read(ref cell->FormAndLength);
        return offset + (uint)textOffset + KeyCell.TextBytesOf(form) <= _cellBytes ? cell : null;
    }

    /// <summary>Advances to the next cell.</summary>
    /// <param name="next">The offset of the cell, initially 0; on return, of the cell after it.</param>
    /// <param name="textOffset">The offset of the key data in cells.</param>
    /// <param name="form">The form and length of the cell.</param>
    /// <returns>The cell; null after the last one.</returns>
    /// <exception cref="InvalidDataException">The cell is invalid.</exception>
    public KeyCell* Next(ref ulong next, int textOffset, out uint form)
    {
        if (next == _cellBytes)
        {
            form = 0;
            return null;
        }

        KeyCell* cell = TryAt(next, textOffset, out form);
        nuint bytes = KeyCell.SizeOf(form, textOffset);
        if (cell == null || KeyCell.IsFreeForm(form) || bytes > _cellBytes - next)
        {
            Throw.Damaged($"there is no key at byte {SnapshotHeader.CellsOffset + next}");
        }

        next += bytes;
        return cell;
    }

    /// <summary>
    /// Releases the image. The memory of a copy is returned to the operating system, and then contains zeros or old data; a
    /// mapped file stays mapped. In both cases, the addresses are quarantined once the image is collected.
    /// </summary>
    public void Retire()
    {
        _isRetired = true;
        _file?.Dispose();
        (_memory as AddressSpace)?.Retire();
        (_memory as MappedFile)?.Retire();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private KeyCell* Probe<T>(ReadOnlySpan<T> key, uint hash, int textOffset)
        where T : unmanaged
    {
        ulong header = KeyCell.WideHeader(0, key.Length);
        uint tag = SnapshotTable.TagOf(hash);
        uint number = SnapshotTable.HomeOf(hash, _buckets);
        for (uint rest = Math.Min(_buckets, SnapshotTable.MaxProbes); ; rest--)
        {
            Bucket* bucket = _table + number;
            for (uint ways = Bucket.Find(bucket, tag); ways != 0; ways &= ways - 1)
            {
                ulong offset = (ulong)Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways)) << AddressSpace.UnitShift;
                KeyCell* cell = TryAt(offset, textOffset, out uint form);
                ulong found = (ulong)form << 32;
                if (cell != null
                    && (typeof(T) == typeof(char)
                        ? KeyCell.Matches(cell, found, textOffset, MemoryMarshal.Cast<T, char>(key), header)
                        : KeyCell.Matches(cell, found, textOffset, MemoryMarshal.Cast<T, byte>(key), header)))
                {
                    return cell;
                }
            }

            if (bucket->Overflow == 0 || rest == 1)
            {
                return null;
            }

            number = number + 1 == _buckets ? 0 : number + 1;
        }
    }
}
