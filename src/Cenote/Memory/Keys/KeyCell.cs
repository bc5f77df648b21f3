using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// The cell of a key and its value. Hash, length and form are compared as one word, on the same cache line as the key data:
/// <code>
/// live   | hash : 32  | form, length : 32     | value, or its slot ... | key data ...
/// free   | next : 32  | free mark, units : 32 | stale bytes ...
/// </code>
/// The upper two bits of the second word: 00 UTF-16, 10 ASCII, 11 non-ASCII UTF-8, 01 free.
/// A free cell's link is in its header, where a late write through a reference to the former value cannot corrupt it.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal unsafe struct KeyCell
{
    /// <summary>The offset of the value in the cell.</summary>
    public const int ValueOffset = 8;

    /// <summary>The units of the smallest cell on a free list.</summary>
    public const uint MinimumUnits = 2;

    /// <summary>The maximum key length in chars.</summary>
    public const int MaximumLength = KeyText.MaximumLength;

    private const uint UnitBytes = 1 << AddressSpace.UnitShift;

    // No key length sets any of these bits.
    private const uint NarrowForm = 1u << 31;
    private const uint FreeMark = 1u << 30;
    private const uint Utf8Form = NarrowForm | FreeMark;
    private const int LengthShift = 32;

    [FieldOffset(0)]
    public ulong Header;

    [FieldOffset(0)]
    public uint Hash;

    [FieldOffset(4)]
    public uint FormAndLength;

    /// <summary>The index of a managed value; in a snapshot of a string table, the id of the string.</summary>
    [FieldOffset(ValueOffset)]
    public int Slot;

    /// <summary>In a free cell: the index of the next one on its free list.</summary>
    [FieldOffset(0)]
    public uint NextFree;

    public readonly bool IsFree => (FormAndLength & Utf8Form) == FreeMark;

    /// <summary>In a free cell: its size in units.</summary>
    public readonly uint FreeUnits
    {
        get
        {
            Invariant.Holds(IsFree, "Only a free cell stores its size.");
            return FormAndLength & ~FreeMark;
        }
    }

    /// <summary>
    /// Whether the key is stored as bytes, ASCII or UTF-8. An index stores all ASCII keys as bytes or all as chars, because the
    /// two forms never compare equal.
    /// </summary>
    public readonly bool IsNarrow => IsNarrowForm(FormAndLength);

    /// <summary>The key length, in bytes if the key is stored as bytes, otherwise in chars.</summary>
    public readonly int Length => LengthOf(FormAndLength);

    public readonly nuint TextBytes => TextBytesOf(FormAndLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNarrowForm(uint formAndLength) => (formAndLength & NarrowForm) != 0;

    /// <summary>Whether the form is non-ASCII UTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsUtf8Form(uint formAndLength) => formAndLength >= Utf8Form;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LengthOf(uint formAndLength) => (int)(formAndLength & ~Utf8Form);

    /// <summary>The header of a UTF-16 key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WideHeader(uint hash, int length) => hash | ((ulong)(uint)length << LengthShift);

    /// <summary>The header of an ASCII key stored as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowHeader(ulong wideHeader) => wideHeader | ((ulong)NarrowForm << LengthShift);

    /// <summary>The header of a non-ASCII UTF-8 key, given a UTF-16 or ASCII header.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Utf8Header(ulong header) => header | ((ulong)Utf8Form << LengthShift);

    /// <summary>Maps both byte forms to <see cref="Utf8Header"/>, and no other form to such a header.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WithoutAscii(ulong header) => header | ((ulong)FreeMark << LengthShift);

    /// <summary>The size in bytes of a cell with this many bytes of key data.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeFor(nuint textBytes, int textOffset)
    {
        nuint size = (textBytes + ((uint)textOffset + UnitBytes - 1)) & ~(nuint)(UnitBytes - 1);
        return size > BlockSize.ExactUnits * UnitBytes ? RoundUpLarge(size)
            : textOffset > ValueOffset ? size
            : Math.Max(size, MinimumUnits * UnitBytes);
    }

    /// <summary>The bytes of a live cell.</summary>
    /// <remarks>
    /// A walk needs this size to find the next cell. A branch on the form is faster than a shift, because a predicted branch does
    /// not wait for the load.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeOf(KeyCell* cell, int textOffset) => SizeOf(cell->FormAndLength, textOffset);

    /// <summary>The end of a live cell, where a walk continues.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* NextCell(KeyCell* cell, int textOffset)
    {
        nuint bytes = SizeOf(cell, textOffset);
        byte* next = (byte*)cell + bytes;
        if (bytes > Prefetch.BytesInSight)
        {
            Prefetch.Ahead(next, bytes);
        }

        return next;
    }

    /// <summary>The bytes of a live cell with this form and length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeOf(uint formAndLength, int textOffset) =>
        (int)formAndLength < 0
            ? SizeFor(formAndLength & ~Utf8Form, textOffset)
            : SizeFor((nuint)formAndLength * sizeof(char), textOffset);

    /// <summary>The bytes of key data in a live cell with this form and length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint TextBytesOf(uint formAndLength) => (nuint)(uint)LengthOf(formAndLength) << (int)(~formAndLength >> 31);

    public static bool IsFreeForm(uint formAndLength) => (formAndLength & Utf8Form) == FreeMark;

    /// <summary>Whether a cell holds a key.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="header">The header of the cell.</param>
    /// <param name="textOffset">The offset of the key data in cells.</param>
    /// <param name="key">The key.</param>
    /// <param name="wideHeader">The header of a cell that holds the key in UTF-16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, ulong header, int textOffset, ReadOnlySpan<char> key, ulong wideHeader) =>
        header == NarrowHeader(wideHeader) ? KeyEquals(cell, textOffset, key, narrow: true)
            : header == wideHeader && KeyEquals(cell, textOffset, key, narrow: false);

    /// <summary>Whether a cell holds a UTF-8 key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Matches(KeyCell* cell, ulong header, int textOffset, ReadOnlySpan<byte> key, ulong wideHeader) =>
        WithoutAscii(header) == Utf8Header(wideHeader) ? KeyEquals(cell, textOffset, key, narrow: true)
            : header == wideHeader && KeyEquals(cell, textOffset, key, narrow: false);

    /// <summary>Whether a cell holds a key, given that its key has this form and the same length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool KeyEquals(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, bool narrow)
    {
        ref char first = ref MemoryMarshal.GetReference(key);
        byte* text = (byte*)cell + textOffset;
        return narrow
            ? KeyText.EqualsNarrow(ref *text, ref first, (uint)key.Length)
            : KeyText.EqualsBytes(text, ref Unsafe.As<char, byte>(ref first), (nuint)(uint)key.Length * sizeof(char));
    }

    /// <summary>
    /// Whether a cell holds a UTF-8 key, given that its key has this form and the same length. Only an ASCII key can equal the
    /// key of a UTF-16 cell.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool KeyEquals(KeyCell* cell, int textOffset, ReadOnlySpan<byte> key, bool narrow)
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
