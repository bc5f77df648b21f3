using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>
/// Compares keys with stored strings, and decodes ASCII and UTF-8 to chars. Short keys are handled inline, because a call would
/// cost more than the work itself.
/// </summary>
internal static unsafe partial class KeyText
{
    /// <summary>The maximum length of a key in chars. Its length in bytes fits in 31 bits, leaving one bit for a flag.</summary>
    public const int MaximumLength = (1 << 30) - 1;

    /// <summary>
    /// Compares bytes with the same number of chars, widening the bytes in registers. The last load may overlap the previous one,
    /// so no remainder is left.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsNarrow(ref byte text, ref char key, nuint length)
    {
        ref ushort chars = ref Unsafe.As<char, ushort>(ref key);
        if (length >= 16 && Vector128.IsHardwareAccelerated)
        {
            Vector256<ushort> difference = Difference16(ref text, ref chars, 0);
            nuint last = length - 16;
            for (nuint offset = 16; offset < last; offset += 16)
            {
                difference |= Difference16(ref text, ref chars, offset);
            }

            difference |= Difference16(ref text, ref chars, last);
            return difference == Vector256<ushort>.Zero;
        }

        if (length >= 8 && Vector128.IsHardwareAccelerated)
        {
            return (Difference8(ref text, ref chars, 0) | Difference8(ref text, ref chars, length - 8)) == Vector128<ushort>.Zero;
        }

        if (length is >= 4 and <= 8)
        {
            ref byte wide = ref Unsafe.As<char, byte>(ref key);
            nuint last = (length - 4) * sizeof(char);
            return ((NarrowChars.Read8(ref text, 0) ^ Word<ulong>(ref wide, 0))
                | (NarrowChars.Read8(ref text, last) ^ Word<ulong>(ref wide, last))) == 0;
        }

        return EqualsNarrowScalar(ref text, ref key, length);
    }

    /// <summary><see cref="EqualsNarrow"/> without vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsNarrowScalar(ref byte text, ref char key, nuint length)
    {
        for (nuint i = 0; i < length; i++)
        {
            if (Unsafe.AddByteOffset(ref text, i) != Unsafe.Add(ref key, i))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Compares two strings of the same number of bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsBytes(byte* text, ref byte key, nuint bytes)
    {
        if (bytes > 32 || (bytes >= 16 && !Vector128.IsHardwareAccelerated))
        {
            return MemoryMarshal.CreateReadOnlySpan(ref key, (int)bytes).SequenceEqual(new ReadOnlySpan<byte>(text, (int)bytes));
        }

        if (bytes >= 16)
        {
            Vector128<byte> head = Vector128.LoadUnsafe(ref key) ^ Vector128.Load(text);
            Vector128<byte> tail = Vector128.LoadUnsafe(ref key, bytes - 16) ^ Vector128.Load(text + bytes - 16);
            return (head | tail) == Vector128<byte>.Zero;
        }

        if (bytes >= 8)
        {
            ulong head = Unsafe.ReadUnaligned<ulong>(ref key) ^ *(ulong*)text;
            ulong tail = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref key, bytes - 8)) ^ *(ulong*)(text + bytes - 8);
            return (head | tail) == 0;
        }

        if (bytes >= 4)
        {
            uint head = Unsafe.ReadUnaligned<uint>(ref key) ^ *(uint*)text;
            uint tail = Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref key, bytes - 4)) ^ *(uint*)(text + bytes - 4);
            return (head | tail) == 0;
        }

        if (bytes >= 2)
        {
            int head = Unsafe.ReadUnaligned<ushort>(ref key) ^ *(ushort*)text;
            int tail = Unsafe.ReadUnaligned<ushort>(ref Unsafe.AddByteOffset(ref key, bytes - 2)) ^ *(ushort*)(text + bytes - 2);
            return (head | tail) == 0;
        }

        return bytes == 0 || key == *text;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> Difference16(ref byte text, ref ushort chars, nuint offset) =>
        NarrowChars.Widen16(ref text, offset) ^ Vector256.LoadUnsafe(ref chars, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> Difference8(ref byte text, ref ushort chars, nuint offset) =>
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(Word<ulong>(ref text, offset)).AsByte())
        ^ Vector128.LoadUnsafe(ref chars, offset);
}
