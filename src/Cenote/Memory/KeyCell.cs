using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Memory;

/// <summary>
/// The cell of a key and its value. Hash, length and form are compared as one word, and the text arrives with the same line:
/// <code>
/// live   | hash : 32  | form, length : 32 | value, or its slot ... | text ...
/// free   | units : 32 | free mark : 32    | index of the next free cell : 32 |
/// </code>
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal unsafe struct KeyCell
{
    /// <summary>Where the value is, counted from the cell.</summary>
    public const int ValueOffset = 8;

    /// <summary>Units of the smallest cell: a free one holds a link.</summary>
    public const uint MinimumUnits = 2;

    /// <summary>Chars of the longest key, whose bytes are a 32-bit number. No key is as long as the free mark would have it.</summary>
    public const int MaximumLength = (1 << 30) - 1;

    private const uint UnitBytes = 1 << AddressSpace.UnitShift;

    // Any span has a length without this bit.
    private const uint NarrowForm = 1u << 31;
    private const uint FreeMark = uint.MaxValue;
    private const int LengthShift = 32;

    /// <summary>Hash, length and form.</summary>
    [FieldOffset(0)]
    public ulong Header;

    [FieldOffset(0)]
    public uint Hash;

    [FieldOffset(4)]
    private uint _formAndLength;

    /// <summary>While free: the size of the cell.</summary>
    [FieldOffset(0)]
    public uint FreeUnits;

    /// <summary>Where the value is kept when it is managed.</summary>
    [FieldOffset(ValueOffset)]
    public int Slot;

    /// <summary>While free: the next cell of the list.</summary>
    [FieldOffset(ValueOffset)]
    public uint NextFree;

    public readonly bool IsFree => _formAndLength == FreeMark;

    /// <summary>Whether each char is stored as a byte. Keys of ASCII are, all of them or none: the other form would be another key.</summary>
    public readonly bool IsNarrow => (_formAndLength & NarrowForm) != 0;

    /// <summary>Chars of the key.</summary>
    public readonly int Length => (int)(_formAndLength & ~NarrowForm);

    public readonly nuint TextBytes => (nuint)(uint)Length << (int)(~_formAndLength >> 31);

    /// <summary>The header of a key in UTF-16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong WideHeader(uint hash, int length) => hash | ((ulong)(uint)length << LengthShift);

    /// <summary>The header of a key whose chars are stored as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong NarrowHeader(ulong wideHeader) => wideHeader | ((ulong)NarrowForm << LengthShift);

    /// <summary>Bytes that the heap takes for a cell with so many bytes of text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeFor(nuint textBytes, int textOffset)
    {
        nuint size = (textBytes + ((uint)textOffset + UnitBytes - 1)) & ~(nuint)(UnitBytes - 1);
        return size > BlockSize.ExactUnits * UnitBytes ? RoundUpLarge(size)
            : textOffset > ValueOffset ? size
            : Math.Max(size, MinimumUnits * UnitBytes);
    }

    /// <summary>Bytes of a live cell.</summary>
    /// <remarks>Where the next cell is waits for this one's length. The form is a branch instead of a shift, for branches do not wait.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint SizeOf(KeyCell* cell, int textOffset)
    {
        uint formAndLength = cell->_formAndLength;
        return (int)formAndLength < 0
            ? SizeFor(formAndLength & ~NarrowForm, textOffset)
            : SizeFor((nuint)formAndLength * sizeof(char), textOffset);
    }

    public static void MarkFree(KeyCell* cell, uint units)
    {
        cell->FreeUnits = units;
        cell->_formAndLength = FreeMark;
    }

    public static ReadOnlySpan<char> WideText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    public static ReadOnlySpan<byte> NarrowText(KeyCell* cell, int textOffset) => new((byte*)cell + textOffset, cell->Length);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static nuint RoundUpLarge(nuint bytes) => (nuint)BlockSize.RoundUp((uint)(bytes >> AddressSpace.UnitShift)) << AddressSpace.UnitShift;
}
