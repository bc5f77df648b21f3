using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <content>Comparisons of two managed strings.</content>
internal static unsafe partial class KeyText
{
    /// <summary>
    /// Compares two strings of the same byte length, which is even and at least 2. Up to 64 bytes, two loads may overlap in the
    /// middle.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsUtf16(ref byte one, ref byte other, nuint bytes)
    {
        if (bytes >= 16 && Vector128.IsHardwareAccelerated)
        {
            if (bytes > 64)
            {
                return MemoryMarshal.CreateReadOnlySpan(ref one, (int)bytes).SequenceEqual(
                    MemoryMarshal.CreateReadOnlySpan(ref other, (int)bytes));
            }

            Vector128<byte> difference = Difference(ref one, ref other, 0) | Difference(ref one, ref other, bytes - 16);
            if (bytes > 32)
            {
                difference |= Difference(ref one, ref other, 16) | Difference(ref one, ref other, bytes - 32);
            }

            return difference == Vector128<byte>.Zero;
        }

        return SameScalar(ref one, ref other, bytes);
    }

    /// <summary><see cref="EqualsUtf16"/> without vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool SameScalar(ref byte one, ref byte other, nuint bytes)
    {
        if (bytes >= 16)
        {
            return MemoryMarshal.CreateReadOnlySpan(ref one, (int)bytes).SequenceEqual(
                MemoryMarshal.CreateReadOnlySpan(ref other, (int)bytes));
        }

        if (bytes >= 8)
        {
            ulong head = Word<ulong>(ref one, 0) ^ Word<ulong>(ref other, 0);
            ulong tail = Word<ulong>(ref one, bytes - 8) ^ Word<ulong>(ref other, bytes - 8);
            return (head | tail) == 0;
        }

        if (bytes >= 4)
        {
            uint head = Word<uint>(ref one, 0) ^ Word<uint>(ref other, 0);
            uint tail = Word<uint>(ref one, bytes - 4) ^ Word<uint>(ref other, bytes - 4);
            return (head | tail) == 0;
        }

        return Word<ushort>(ref one, 0) == Word<ushort>(ref other, 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Difference(ref byte one, ref byte other, nuint offset) =>
        Vector128.LoadUnsafe(ref one, offset) ^ Vector128.LoadUnsafe(ref other, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TWord Word<TWord>(ref byte text, nuint offset)
        where TWord : unmanaged =>
        Unsafe.ReadUnaligned<TWord>(ref Unsafe.AddByteOffset(ref text, offset));
}
