using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Memory.Keys;

/// <summary>
/// The cell of a key and its value. Hash, length and form are compared as one word, and the text arrives with the same line:
/// <code>
/// live   | hash : 32  | form, length : 32 | value, or its slot ... | text ...
/// free   | next : 32 | free mark, units : 32 | whatever was there ...
/// </code>
/// The link of a free cell is in its header, where a reference to the value that it had does not reach.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal unsafe struct KeyCell
{
    /// <summary>Where the value is, counted from the cell.</summary>
    public const int ValueOffset = 8;

    /// <summary>Units of the smallest cell that is listed while it is free.</summary>
    public const uint MinimumUnits = 2;

    /// <summary>Chars of the longest key, whose bytes are a 32-bit number, and leave a bit for the mark of a free cell.</summary>
    public const int MaximumLength = (1 << 30) - 1;

    private const uint UnitBytes = 1 << AddressSpace.UnitShift;

    // Any span has a length without this bit.
    private const uint NarrowForm = 1u << 31;
    private const uint FreeMark = 1u << 30;
    private const int LengthShift = 32;

    /// <summary>Hash, length and form.</summary>
    [FieldOffset(0)]
    public ulong Header;

    [FieldOffset(0)]
    public uint Hash;

    /// <summary>The upper half of <see cref="Header"/>.</summary>
    [FieldOffset(4)]
    public uint FormAndLength;

    /// <summary>Where the value is kept when it is managed.</summary>
    [FieldOffset(ValueOffset)]
    public int Slot;

    /// <summary>While free: the next cell of the list.</summary>
    [FieldOffset(0)]
    public uint NextFree;

    public readonly bool IsFree => (FormAndLength & FreeMark) != 0;

    /// <summary>While free: the size of the cell.</summary>
    public readonly uint FreeUnits => FormAndLength & ~FreeMark;

    /// <summary>
    /// Whether each char is stored as a byte. Either all ASCII keys are, or none: the same text in the other form would be
    /// another key.
    /// </summary>
    public readonly bool IsNarrow => IsNarrowForm(FormAndLength);

    /// <summary>Chars of the key.</summary>
    public readonly int Length => LengthOf(FormAndLength);

    public readonly nuint TextBytes => (nuint)(uint)Length << (int)(~FormAndLength >> 31);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNarrowForm(uint formAndLength) => (formAndLength & NarrowForm) != 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(uint formAndLength) => (int)(formAndLength & ~NarrowForm);

    /// <summary>The header of a key in UTF-16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WideHeader(uint hash, int length) => hash | ((ulong)(uint)length << LengthShift);

    /// <summary>The header of a key whose chars are stored as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowHeader(ulong wideHeader) => wideHeader | ((ulong)NarrowForm << LengthShift);

    /// <summary>Bytes that the heap takes for a cell with this many bytes of text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeFor(nuint textBytes, int textOffset)
    {
        nuint size = (textBytes + ((uint)textOffset + UnitBytes - 1)) & ~(nuint)(UnitBytes - 1);
        return size > BlockSize.ExactUnits * UnitBytes ? RoundUpLarge(size)
            : textOffset > ValueOffset ? size
            : Math.Max(size, MinimumUnits * UnitBytes);
    }

    /// <summary>Bytes of a live cell.</summary>
    /// <remarks>
    /// Finding the next cell waits for the length of this one. The form is tested by a branch instead of a shift, because
    /// branches do not wait.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeOf(KeyCell* cell, int textOffset)
    {
        uint formAndLength = cell->FormAndLength;
        return (int)formAndLength < 0
            ? SizeFor(formAndLength & ~NarrowForm, textOffset)
            : SizeFor((nuint)formAndLength * sizeof(char), textOffset);
    }

    /// <summary>Whether a cell holds a key.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="textOffset">Where its text is.</param>
    /// <param name="key">The key.</param>
    /// <param name="wideHeader">The header that the cell has if it holds the key in UTF-16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, ulong wideHeader)
    {
        ulong header = cell->Header;
        return header == NarrowHeader(wideHeader) ? HoldsText(cell, textOffset, key, narrow: true)
            : header == wideHeader && HoldsText(cell, textOffset, key, narrow: false);
    }

    /// <summary>Whether a cell with a text of the same length and of this form holds a key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HoldsText(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, bool narrow)
    {
        ref char first = ref MemoryMarshal.GetReference(key);
        byte* text = (byte*)cell + textOffset;
        return narrow
            ? KeyText.EqualsNarrow(ref *text, ref first, (uint)key.Length)
            : KeyText.EqualsBytes(text, ref Unsafe.As<char, byte>(ref first), (nuint)(uint)key.Length * sizeof(char));
    }

    /// <summary>As <see cref="HoldsText(KeyCell*, int, ReadOnlySpan{char}, bool)"/>, for a key of ASCII in UTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HoldsText(KeyCell* cell, int textOffset, ReadOnlySpan<byte> ascii, bool narrow)
    {
        byte* text = (byte*)cell + textOffset;
        return narrow
            ? KeyText.EqualsBytes(text, ref MemoryMarshal.GetReference(ascii), (nuint)(uint)ascii.Length)
            : KeyText.EqualsNarrow(ref MemoryMarshal.GetReference(ascii), ref *(char*)text, (nuint)(uint)ascii.Length);
    }

    public static void MarkFree(KeyCell* cell, uint units)
    {
        cell->NextFree = 0;
        cell->FormAndLength = FreeMark | units;
    }

    public static ReadOnlySpan<char> WideText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    public static ReadOnlySpan<byte> NarrowText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nuint RoundUpLarge(nuint bytes) =>
        (nuint)BlockSize.RoundUp((uint)(bytes >> AddressSpace.UnitShift)) << AddressSpace.UnitShift;
}
