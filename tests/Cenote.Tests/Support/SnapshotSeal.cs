using System.Runtime.InteropServices;
using Cenote.Memory.Snapshots;

namespace Cenote.Tests.Support;

/// <summary>
/// Corrects the checksums of a changed snapshot as far as its header allows: simulates a forgery instead of an accident.
/// </summary>
internal static class SnapshotSeal
{
    public static void Apply(byte[] file)
    {
        const int SumOffset = SnapshotHeader.Size - sizeof(uint);
        MemoryMarshal.Write(file.AsSpan(SumOffset), Crc32C.Append(0, file.AsSpan(0, SumOffset)));
        var header = MemoryMarshal.Read<SnapshotHeader>(file);
        ReadOnlySpan<ulong> bounds = [SnapshotHeader.CellsOffset, header.TableOffset, header.IdsOffset, header.ChecksumsOffset];
        bool fits = header.ExpectedFileBytes == (ulong)file.Length;
        foreach (ulong bound in bounds)
        {
            fits &= bound <= (ulong)file.Length;
        }

        if (!fits)
        {
            return;
        }

        int sums = (int)header.ChecksumsOffset;
        int place = sums;
        for (int section = 0; section < 3; section++)
        {
            int end = (int)bounds[section + 1];
            for (int start = (int)bounds[section]; start < end; start += SnapshotHeader.PieceBytes)
            {
                int bytes = Math.Min(end - start, SnapshotHeader.PieceBytes);
                MemoryMarshal.Write(file.AsSpan(place), Crc32C.Append(0, file.AsSpan(start, bytes)));
                place += sizeof(uint);
            }
        }

        MemoryMarshal.Write(file.AsSpan(place), Crc32C.Append(0, file.AsSpan(sums, place - sums)));
    }
}
