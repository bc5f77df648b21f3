using System.Runtime.Intrinsics;
using System.Text;
using Cenote.Threading;

namespace Cenote.Text;

/// <content>ASCII as chars and as bytes, eight at a time; the last eight may overlap the previous ones.</content>
internal static unsafe partial class KeyText
{
    private const int Step = 8;

    // The framework is faster above this length.
    private const int MaxShortLength = 64;

    private const ulong NonAscii = 0x8080808080808080;

    /// <summary>Whether all chars are ASCII.</summary>
    public static bool IsAscii(ReadOnlySpan<char> text)
    {
        if (text.Length is < Step or > MaxShortLength || !Vector128.IsHardwareAccelerated)
        {
            return Ascii.IsValid(text);
        }

        ref ushort first = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        nuint last = (nuint)text.Length - Step;
        Vector128<ushort> all = Vector128.LoadUnsafe(ref first, last);
        for (nuint offset = 0; offset < last; offset += Step)
        {
            all |= Vector128.LoadUnsafe(ref first, offset);
        }

        return (all & Vector128.Create(unchecked((ushort)~0x7f))) == Vector128<ushort>.Zero;
    }

    /// <summary>Whether all bytes are ASCII.</summary>
    public static bool IsAscii(ReadOnlySpan<byte> text)
    {
        if (text.Length is < Step or > MaxShortLength)
        {
            return Ascii.IsValid(text);
        }

        ref byte first = ref MemoryMarshal.GetReference(text);
        nuint last = (nuint)text.Length - Step;
        ulong all = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref first, last));
        for (nuint offset = 0; offset < last; offset += Step)
        {
            all |= Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref first, offset));
        }

        return (all & NonAscii) == 0;
    }

    /// <summary>Widens ASCII bytes to chars.</summary>
    /// <param name="ascii">The bytes.</param>
    /// <param name="destination">At least as long as <paramref name="ascii"/>.</param>
    public static void Widen(ReadOnlySpan<byte> ascii, Span<char> destination)
    {
        Invariant.Holds(destination.Length >= ascii.Length, "The destination is at least as long as the source.");
        if (ascii.Length is < Step or > MaxShortLength || !Vector128.IsHardwareAccelerated)
        {
            _ = Encoding.Latin1.GetChars(ascii, destination);
            return;
        }

        ref byte first = ref MemoryMarshal.GetReference(ascii);
        ref ushort chars = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(destination[..ascii.Length]));
        nuint last = (nuint)ascii.Length - Step;
        for (nuint offset = 0; offset < last; offset += Step)
        {
            Widen8(ref first, ref chars, offset);
        }

        Widen8(ref first, ref chars, last);
    }

    /// <summary>Widens bytes to chars if they are ASCII.</summary>
    /// <param name="ascii">The bytes.</param>
    /// <param name="destination">At least as long as <paramref name="ascii"/>.</param>
    /// <returns>False if the bytes are not ASCII; the content of the destination is then undefined.</returns>
    public static bool TryWiden(ReadOnlySpan<byte> ascii, Span<char> destination)
    {
        Invariant.Holds(destination.Length >= ascii.Length, "The destination is at least as long as the source.");
        if (ascii.Length is < Step or > MaxShortLength || !Vector128.IsHardwareAccelerated)
        {
            return Ascii.ToUtf16(ascii, destination, out _) == System.Buffers.OperationStatus.Done;
        }

        ref byte first = ref MemoryMarshal.GetReference(ascii);
        ref ushort chars = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(destination[..ascii.Length]));
        nuint last = (nuint)ascii.Length - Step;
        ulong all = Widen8(ref first, ref chars, last);
        for (nuint offset = 0; offset < last; offset += Step)
        {
            all |= Widen8(ref first, ref chars, offset);
        }

        return (all & NonAscii) == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Widen8(ref byte bytes, ref ushort chars, nuint offset)
    {
        ulong narrow = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref bytes, offset));
        Vector128.WidenLower(Vector128.CreateScalarUnsafe(narrow).AsByte()).StoreUnsafe(ref chars, offset);
        return narrow;
    }
}
