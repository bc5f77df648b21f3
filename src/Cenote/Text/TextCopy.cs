using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>Copies text into native memory.</summary>
internal static unsafe class TextCopy
{
    // From here on the general copy routine is as fast, and faster with the instructions it keeps for long copies.
    private const uint LongestLoop = 512;

    /// <summary>
    /// Copies 1 byte or more: up to 64 bytes by two moves that overlap in the middle, more by a short loop. The general copy
    /// routine takes longer than that just to find out how to copy so little.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(byte* destination, ref readonly byte source, uint bytes)
    {
        ref byte from = ref Unsafe.AsRef(in source);
        if (bytes > LongestLoop)
        {
            Unsafe.CopyBlockUnaligned(ref *destination, ref from, bytes);
        }
        else if (bytes > 64)
        {
            nuint last = bytes - 64;
            for (nuint offset = 0; offset < last; offset += 64)
            {
                Copy64(destination + offset, ref Unsafe.Add(ref from, offset));
            }

            Copy64(destination + last, ref Unsafe.Add(ref from, last));
        }
        else if (bytes > 32)
        {
            Vector256<byte> head = Vector256.LoadUnsafe(ref from);
            Vector256<byte> tail = Vector256.LoadUnsafe(ref from, bytes - 32);
            head.Store(destination);
            tail.Store(destination + bytes - 32);
        }
        else if (bytes >= 16)
        {
            Vector128<byte> head = Vector128.LoadUnsafe(ref from);
            Vector128<byte> tail = Vector128.LoadUnsafe(ref from, bytes - 16);
            head.Store(destination);
            tail.Store(destination + bytes - 16);
        }
        else if (bytes >= 8)
        {
            ulong head = Unsafe.ReadUnaligned<ulong>(ref from);
            ulong tail = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, bytes - 8));
            *(ulong*)destination = head;
            *(ulong*)(destination + bytes - 8) = tail;
        }
        else if (bytes >= 4)
        {
            uint head = Unsafe.ReadUnaligned<uint>(ref from);
            uint tail = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref from, bytes - 4));
            *(uint*)destination = head;
            *(uint*)(destination + bytes - 4) = tail;
        }
        else if (bytes >= 2)
        {
            ushort head = Unsafe.ReadUnaligned<ushort>(ref from);
            ushort tail = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref from, bytes - 2));
            *(ushort*)destination = head;
            *(ushort*)(destination + bytes - 2) = tail;
        }
        else
        {
            *destination = from;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy64(byte* destination, ref byte source)
    {
        Vector256<byte> head = Vector256.LoadUnsafe(ref source);
        Vector256<byte> tail = Vector256.LoadUnsafe(ref source, 32);
        head.Store(destination);
        tail.Store(destination + 32);
    }
}
