using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>Chars that are stored as UTF-16.</summary>
internal readonly struct WideChars : IKeyChars
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Read32(ref byte text, nuint offset) => Vector256.LoadUnsafe(ref text, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read8(ref byte text, nuint offset) =>
        Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref text, offset));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read4(ref byte text, nuint offset) =>
        Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref text, offset));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read2(ref byte text) => Unsafe.ReadUnaligned<ushort>(ref text);
}
