using System.Runtime.Intrinsics;
using Cenote.Threading;

namespace Cenote.Text;

/// <summary>Copies text into native memory.</summary>
internal static unsafe class TextCopy
{
    // Above this length the general copy routine is at least as fast.
    private const uint MaxLoopLength = 512;
    private const byte AsciiBits = 0x7F;

    /// <summary>Copies one or more bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(byte* destination, ref readonly byte source, uint bytes)
    {
        Invariant.Holds(bytes > 0, "There is at least one byte to copy.");
        if (bytes > MaxLoopLength)
        {
            Unsafe.CopyBlockUnaligned(ref *destination, in source, bytes);
        }
        else
        {
            CopyShort(destination, in source, bytes);
        }
    }

    /// <summary>
    /// Copies from 1 byte up to the size of a cell: up to 64 bytes with two moves that may overlap, more with a short loop. The
    /// general copy routine takes longer just to dispatch on a small size, and a method without calls need not save registers.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyShort(byte* destination, ref readonly byte source, uint bytes)
    {
        Invariant.Holds(bytes > 0, "There is at least one byte to copy.");
        ref byte from = ref Unsafe.AsRef(in source);
        if (bytes > 64)
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

    /// <summary>
    /// Copies ASCII chars as bytes, in moves that may overlap. Only 7 bits of each char are copied, so the bytes are ASCII even
    /// if another thread changes a char concurrently.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Narrow(byte* destination, ref readonly char ascii, uint chars)
    {
        ref ushort from = ref Unsafe.As<char, ushort>(ref Unsafe.AsRef(in ascii));
        if (chars >= 16)
        {
            nuint last = chars - 16;
            for (nuint offset = 0; offset < last; offset += 16)
            {
                Narrow16(destination + offset, ref Unsafe.Add(ref from, offset));
            }

            Narrow16(destination + last, ref Unsafe.Add(ref from, last));
        }
        else if (chars >= 8)
        {
            *(ulong*)destination = Narrow8(ref from);
            *(ulong*)(destination + chars - 8) = Narrow8(ref Unsafe.Add(ref from, chars - 8));
        }
        else if (chars >= 4)
        {
            *(uint*)destination = Narrow4(ref from);
            *(uint*)(destination + chars - 4) = Narrow4(ref Unsafe.Add(ref from, chars - 4));
        }
        else
        {
            for (nuint i = 0; i < chars; i++)
            {
                destination[i] = (byte)(Unsafe.Add(ref from, i) & AsciiBits);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow16(byte* destination, ref ushort from) =>
        SevenBits(Vector128.LoadUnsafe(ref from), Vector128.LoadUnsafe(ref from, 8)).Store(destination);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Narrow8(ref ushort from)
    {
        Vector128<ushort> chars = Vector128.LoadUnsafe(ref from);
        return SevenBits(chars, chars).AsUInt64().ToScalar();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Narrow4(ref ushort from)
    {
        ulong four = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref from));
        Vector128<ushort> chars = Vector128.CreateScalarUnsafe(four).AsUInt16();
        return SevenBits(chars, chars).AsUInt32().ToScalar();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> SevenBits(Vector128<ushort> low, Vector128<ushort> high) =>
        Vector128.Narrow(low, high) & Vector128.Create(AsciiBits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy64(byte* destination, ref byte source)
    {
        Vector256<byte> head = Vector256.LoadUnsafe(ref source);
        Vector256<byte> tail = Vector256.LoadUnsafe(ref source, 32);
        head.Store(destination);
        tail.Store(destination + 32);
    }
}
