using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Cenote.Text;

/// <content>
/// Text of up to 32 bytes, in registers and without a branch on its length: keys that are asked for one after the other differ in
/// length, and a branch that is mispredicted takes as long as half of a look-up. What lies behind the text is never touched.
/// </content>
internal static unsafe partial class KeyText
{
    /// <summary>Whether the processor has what <see cref="DecodeShort"/> needs. A constant to the JIT compiler.</summary>
    public static bool DecodesShort => Avx512Vbmi2.IsSupported;

    /// <summary>Decodes UTF-8 of up to 32 bytes.</summary>
    /// <param name="utf8">The text.</param>
    /// <param name="chars">Takes its chars, with zeros behind them.</param>
    /// <returns>
    /// How many chars it is; -1 if <see cref="Decode"/> has to do it: the text is longer, not valid, or has sequences of four
    /// bytes, or the processor cannot do it.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int DecodeShort(ReadOnlySpan<byte> utf8, out Vector512<ushort> chars)
    {
        if (!DecodesShort || utf8.Length > Block)
        {
            Unsafe.SkipInit(out chars);
            return -1;
        }

        Vector256<byte> bytes = LoadShort(utf8);
        if (bytes.ExtractMostSignificantBits() != 0)
        {
            return DecodeShortSlow(bytes, utf8.Length, out chars);
        }

        chars = Avx512BW.ConvertToVector512UInt16(bytes);
        return utf8.Length;
    }

    /// <summary>The chars that <see cref="DecodeShort"/> has returned, where they are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<char> CharsOf(ref readonly Vector512<ushort> chars, int length) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<Vector512<ushort>, char>(ref Unsafe.AsRef(in chars)), length);

    /// <summary>Compares what <see cref="DecodeShort"/> has returned with a text of as many chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsShort(ref readonly Vector512<ushort> chars, ReadOnlySpan<char> text)
    {
        fixed (char* first = text)
        {
            Vector512<ushort> isInside =
                Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)text.Length));
            return Avx512BW.MaskLoad((ushort*)first, isInside, Vector512<ushort>.Zero) == chars;
        }
    }

    // Up to 32 bytes, with zeros behind them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LoadShort(ReadOnlySpan<byte> text)
    {
        fixed (byte* first = text)
        {
            return LoadShort(first, (uint)text.Length);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> LoadShort(byte* text, nuint length) =>
        Avx512BW.VL.MaskLoad(
            text, Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)length)), Vector256<byte>.Zero);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int DecodeShortSlow(Vector256<byte> bytes, int size, out Vector512<ushort> chars) =>
        DecodeBlock(bytes, size, out chars);
}
