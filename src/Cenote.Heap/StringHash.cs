using System.Buffers.Binary;
using System.IO.Hashing;

namespace Cenote.Heap;

/// <summary>Hashes strings in place; strings larger than a block are hashed block by block.</summary>
internal struct StringHash(IHeapMemory memory)
{
    private const int HeadBytes = 12;

    private byte[]? _block;

    /// <summary>Hashes a string.</summary>
    /// <param name="address">Its address.</param>
    /// <param name="content">The bytes of the string that are already read.</param>
    /// <param name="chars">Its length.</param>
    public UInt128 Of(ulong address, ReadOnlySpan<byte> content, out int chars)
    {
        chars = LengthOf(content);
        return TryGetChars(content, out ReadOnlySpan<byte> all)
            ? TextTable.Hash(all)
            : OfLarge(address + HeadBytes, (long)chars * sizeof(char));
    }

    /// <summary>The chars of a string.</summary>
    /// <returns>Whether all chars are already read.</returns>
    public static bool TryGetChars(ReadOnlySpan<byte> content, out ReadOnlySpan<byte> chars)
    {
        long length = (long)LengthOf(content) * sizeof(char);
        bool isRead = HeadBytes + length <= content.Length;
        chars = isRead ? content.Slice(HeadBytes, (int)length) : default;
        return isRead;
    }

    private static int LengthOf(ReadOnlySpan<byte> content) => BinaryPrimitives.ReadInt32LittleEndian(content[sizeof(ulong)..]);

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
