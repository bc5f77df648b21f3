using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// The cell of a key and its value. Hash, length and form are compared as one word, and the text arrives with the same line:
/// <code>
/// live   | hash : 32  | form, length : 32 | value, or its slot ... | text ...
/// free   | next : 32 | free mark, units : 32 | whatever was there ...
/// </code>
/// The upper two bits of the second word: 00 UTF-16, 10 ASCII, 11 other text in UTF-8, 01 free.
/// The link of a free cell is in its header, where a reference to the value that it had does not reach.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal unsafe struct KeyCell
{
    /// <summary>Where the value is, counted from the cell.</summary>
    public const int ValueOffset = 8;

    /// <summary>Units of the smallest cell that is listed while it is free.</summary>
    public const uint MinimumUnits = 2;

    /// <summary>Chars of the longest key.</summary>
    public const int MaximumLength = KeyText.MaximumLength;

    private const uint UnitBytes = 1 << AddressSpace.UnitShift;

    // No key has a length with one of these bits.
    private const uint NarrowForm = 1u << 31;
    private const uint FreeMark = 1u << 30;
    private const uint Utf8Form = NarrowForm | FreeMark;
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

    public readonly bool IsFree => (FormAndLength & Utf8Form) == FreeMark;

    /// <summary>While free: the size of the cell.</summary>
    public readonly uint FreeUnits
    {
        get
        {
            Invariant.Holds(IsFree, "Only a free cell stores its size.");
            return FormAndLength & ~FreeMark;
        }
    }

    /// <summary>
    /// Whether the text is stored as bytes: ASCII, or UTF-8. Either all ASCII keys are, or none: the same text in the other form
    /// would be another key.
    /// </summary>
    public readonly bool IsNarrow => IsNarrowForm(FormAndLength);

    /// <summary>Chars of the key; bytes if it is stored as bytes.</summary>
    public readonly int Length => LengthOf(FormAndLength);

    public readonly nuint TextBytes => TextBytesOf(FormAndLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNarrowForm(uint formAndLength) => (formAndLength & NarrowForm) != 0;

    /// <summary>Whether it is UTF-8, and not all of it ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsUtf8Form(uint formAndLength) => formAndLength >= Utf8Form;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(uint formAndLength) => (int)(formAndLength & ~Utf8Form);

    /// <summary>The header of a key in UTF-16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WideHeader(uint hash, int length) => hash | ((ulong)(uint)length << LengthShift);

    /// <summary>The header of a key of ASCII whose chars are stored as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowHeader(ulong wideHeader) => wideHeader | ((ulong)NarrowForm << LengthShift);

    /// <summary>The header of a key in UTF-8 that is not ASCII; that of ASCII becomes it as well.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Utf8Header(ulong header) => header | ((ulong)Utf8Form << LengthShift);

    /// <summary>As <see cref="Utf8Header"/> if the header is that of a key in bytes; never equal to one if it is not.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WithoutAscii(ulong header) => header | ((ulong)FreeMark << LengthShift);

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
    public static nuint SizeOf(KeyCell* cell, int textOffset) => SizeOf(cell->FormAndLength, textOffset);

    /// <summary>Where the cell after a live one begins, for a walk that goes on from there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GoOn(KeyCell* cell, int textOffset)
    {
        nuint bytes = SizeOf(cell, textOffset);
        byte* next = (byte*)cell + bytes;
        if (bytes > Prefetch.BytesInSight)
        {
            Prefetch.Ahead(next, bytes);
        }

        return next;
    }

    /// <summary>Bytes of a live cell with this form and length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeOf(uint formAndLength, int textOffset) =>
        (int)formAndLength < 0
            ? SizeFor(formAndLength & ~Utf8Form, textOffset)
            : SizeFor((nuint)formAndLength * sizeof(char), textOffset);

    /// <summary>Bytes of the text of a live cell with this form and length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint TextBytesOf(uint formAndLength) => (nuint)(uint)LengthOf(formAndLength) << (int)(~formAndLength >> 31);

    /// <summary>Whether a cell with this form is free.</summary>
    public static bool IsFreeForm(uint formAndLength) => (formAndLength & Utf8Form) == FreeMark;

    /// <summary>Whether a cell holds a key.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="header">Its header.</param>
    /// <param name="textOffset">Where its text is.</param>
    /// <param name="key">The key.</param>
    /// <param name="wideHeader">The header that the cell has if it holds the key in UTF-16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, ulong header, int textOffset, ReadOnlySpan<char> key, ulong wideHeader) =>
        header == NarrowHeader(wideHeader) ? HoldsText(cell, textOffset, key, narrow: true)
            : header == wideHeader && HoldsText(cell, textOffset, key, narrow: false);

    /// <summary>As the other form, for a key in UTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, ulong header, int textOffset, ReadOnlySpan<byte> key, ulong wideHeader) =>
        WithoutAscii(header) == Utf8Header(wideHeader) ? HoldsText(cell, textOffset, key, narrow: true)
            : header == wideHeader && HoldsText(cell, textOffset, key, narrow: false);

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

    /// <summary>As <see cref="HoldsText(KeyCell*, int, ReadOnlySpan{char}, bool)"/>, for a key in UTF-8; a wide one is ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HoldsText(KeyCell* cell, int textOffset, ReadOnlySpan<byte> key, bool narrow)
    {
        byte* text = (byte*)cell + textOffset;
        return narrow
            ? KeyText.EqualsBytes(text, ref MemoryMarshal.GetReference(key), (nuint)(uint)key.Length)
            : KeyText.EqualsNarrow(ref MemoryMarshal.GetReference(key), ref *(char*)text, (nuint)(uint)key.Length);
    }

    public static void MarkFree(KeyCell* cell, uint units)
    {
        Invariant.Holds(units is > 0 and < FreeMark, "A free cell has a size.");
        cell->NextFree = 0;
        cell->FormAndLength = FreeMark | units;
    }

    public static ReadOnlySpan<char> WideText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    public static ReadOnlySpan<byte> NarrowText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nuint RoundUpLarge(nuint bytes) =>
        (nuint)BlockSize.RoundUp((uint)(bytes >> AddressSpace.UnitShift)) << AddressSpace.UnitShift;
}
