using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// A snapshot in memory, mapped or copied, to be read only. The file may be damaged or hostile, and may be changed by others while
/// it is mapped: whatever is read of it says at most where to look within it, and is checked each time. Only the header was
/// checked before.
/// </summary>
/// <remarks>
/// Readers refer to the image, which keeps the memory readable; once nobody does, the addresses rest, for the sake of spans.
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
    private readonly CriticalFinalizerObject? _memory;
    private readonly FileStream? _file;
    private volatile bool _isRetired;

    /// <param name="start">The memory: as much as the header says.</param>
    /// <param name="header">The header, which was checked.</param>
    /// <param name="memory">What owns the memory; null if it stays by itself.</param>
    /// <param name="file">The file, as long as nobody is to change it.</param>
    public SnapshotImage(byte* start, in SnapshotHeader header, CriticalFinalizerObject? memory, FileStream? file = null)
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

    /// <summary>Whether the memory is that of the file, and shared.</summary>
    public bool IsMapped => _memory is MappedFile;

    /// <summary>Whether whoever owned the image has let go of it: what was read from it before this was asked does not count.</summary>
    public bool IsRetired => _isRetired;

    public bool StoresUtf8 => (_header.Flags & SnapshotFlags.Utf8) != SnapshotFlags.None;

    /// <summary>Whether a key that came as UTF-8 and was not found may be there as text that is not valid.</summary>
    public bool MayHaveReplacement => (_header.Flags & SnapshotFlags.HasReplacement) != SnapshotFlags.None;

    /// <summary>The cell of a key, all of whose value and text is in the image; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* Find(ReadOnlySpan<char> key, int textOffset) => Probe(key, _hash.Compute(key), textOffset);

    /// <summary>The same for a key in UTF-8 as it is stored, or of ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* Find(ReadOnlySpan<byte> key, int textOffset) => Probe(key, _hash.Compute(key), textOffset);

    /// <summary>The cell with an id; null if the file does not say where it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* CellOf(int id, int textOffset, out uint form)
    {
        form = 0;
        if ((uint)id >= _header.Ids)
        {
            return null;
        }

        KeyCell* cell = TryAt((ulong)_ids[id] << AddressSpace.UnitShift, textOffset, out form);
        return cell;
    }

    /// <summary>
    /// The cell at an offset, if all of it is in the image; otherwise null. Its form is read once, for the file may change.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public KeyCell* TryAt(ulong offset, int textOffset, out uint form)
    {
        const ulong Least = KeyCell.MinimumUnits << AddressSpace.UnitShift;
        form = 0;
        if (offset + Least > _cellBytes)
        {
            return null;
        }

        var cell = (KeyCell*)(_cells + offset);
        form = Volatile.Read(ref cell->FormAndLength);
        return offset + (uint)textOffset + KeyCell.TextBytesOf(form) <= _cellBytes ? cell : null;
    }

    /// <summary>Goes on to the next cell.</summary>
    /// <param name="next">Where it is, from 0 on; then where the one after it is.</param>
    /// <param name="textOffset">Where the text of cells is.</param>
    /// <param name="form">Its form and length.</param>
    /// <returns>Null after the last one.</returns>
    /// <exception cref="InvalidDataException">There is something that is no cell.</exception>
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
    /// Lets go of the image. A copy gives its memory back, and its addresses read as zeros; a mapped file stays what it is. Both
    /// end when nobody refers to the image any more.
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
        for (uint rest = Math.Min(_buckets, SnapshotTable.MostProbes); ; rest--)
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
