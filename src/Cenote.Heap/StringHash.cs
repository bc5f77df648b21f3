using System.Buffers.Binary;
using System.IO.Hashing;

namespace Cenote.Heap;

/// <summary>Hashes strings where they lie; of those that are larger than a block, block by block.</summary>
internal struct StringHash(IHeapMemory memory)
{
    private const int HeadBytes = 12;

    private byte[]? _block;

    /// <summary>Hashes a string.</summary>
    /// <param name="address">Where it is.</param>
    /// <param name="content">As much of it as is read already.</param>
    /// <param name="chars">Its length.</param>
    public UInt128 Of(ulong address, ReadOnlySpan<byte> content, out int chars)
    {
        chars = BinaryPrimitives.ReadInt32LittleEndian(content[sizeof(ulong)..]);
        long length = (long)chars * sizeof(char);
        return HeadBytes + length <= content.Length
            ? TextTable.Hash(content.Slice(HeadBytes, (int)length))
            : OfLarge(address + HeadBytes, length);
    }

    private UInt128 OfLarge(ulong address, long length)
    {
        var hash = new XxHash128();
        byte[] block = _block ??= GC.AllocateUninitializedArray<byte>(HeapWalker.BlockBytes);
        for (long done = 0; done < length;)
        {
            int read = memory.Read(address + (ulong)done, block.AsSpan(0, (int)Math.Min(block.Length, length - done)));
            if (read == 0)
            {
                break;
            }

            hash.Append(block.AsSpan(0, read));
            done += read;
        }

        return hash.GetCurrentHashAsUInt128();
    }
}
