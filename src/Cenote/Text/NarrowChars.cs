using System.Runtime.Intrinsics;

namespace Cenote.Text;

/// <summary>
/// Chars that are stored as bytes, and widened in registers: via memory, the load would overlap recent stores and stall.
/// </summary>
internal readonly struct NarrowChars : IKeyChars
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Read32(ref byte text, nuint offset) => Widen16(ref text, offset / sizeof(char)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Read8(ref byte text, nuint offset) =>
        Widen(Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref text, offset / sizeof(char))));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read4(ref byte text, nuint offset)
    {
        uint chars = Unsafe.ReadUnaligned<ushort>(ref Unsafe.AddByteOffset(ref text, offset / sizeof(char)));
        return (chars & 0xff) | ((chars & 0xff00) << 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Read2(ref byte text) => text;

    /// <summary>Widens sixteen bytes to chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ushort> Widen16(ref byte text, nuint index)
    {
        Vector128<byte> chars = Vector128.LoadUnsafe(ref text, index);
        return Vector256.IsHardwareAccelerated
            ? Vector256.WidenLower(chars.ToVector256Unsafe())
            : Vector256.Create(Vector128.WidenLower(chars), Vector128.WidenUpper(chars));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Widen(uint chars)
    {
        return Vector128.IsHardwareAccelerated
            ? Vector128.WidenLower(Vector128.CreateScalarUnsafe(chars).AsByte()).AsUInt64().ToScalar()
            : WidenPortably(chars);
    }

    /// <summary>Widens four bytes to chars, for CPUs without vectors.</summary>
    internal static ulong WidenPortably(uint chars)
    {
        ulong pairs = (chars | ((ulong)chars << 16)) & 0x0000_ffff_0000_ffff;
        return (pairs | (pairs << 8)) & 0x00ff_00ff_00ff_00ff;
    }
}
