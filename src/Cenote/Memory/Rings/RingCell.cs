using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// A key and its value in a <see cref="Ring"/>. The terms (expiration and tag) take memory only in entries that have them:
/// <code>
/// hash : 32 | form, terms, length : 32 | value length : 32 | dead mark, units : 32 | terms | key | value
/// </code>
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = HeaderBytes)]
internal unsafe struct RingCell
{
    public const int HeaderBytes = 16;
    public const int UnitShift = 3;

    /// <summary>The maximum bytes of terms.</summary>
    public const int MaxTermBytes = EndBytes + MomentBytes + SlidingBytes + TagBytes;

    /// <summary>The maximum key length in chars.</summary>
    public const int MaximumKeyLength = (1 << 27) - 1;

    /// <summary>In <see cref="FormAndLength"/>: each char of the key is stored as a byte.</summary>
    public const uint NarrowForm = 1u << 31;

    /// <summary>In <see cref="FormAndLength"/>: the entry expires at a calendar time.</summary>
    public const uint MomentMark = 1u << 27;

    private const uint EndMark = 1u << 30;
    private const uint SlidingMark = 1u << 29;
    private const uint TagMark = 1u << 28;
    private const uint MetadataFlags = EndMark | MomentMark | SlidingMark | TagMark;
    private const uint DeadMark = 1u << 31;
    private const int EndBytes = 8;
    private const int MomentBytes = 8;
    private const int SlidingBytes = 16;
    private const int TagBytes = 16;

    /// <summary>The lower half of the key's hash.</summary>
    [FieldOffset(0)]
    public uint Hash;

    /// <summary>The key's length in chars, its form, and which terms are present.</summary>
    [FieldOffset(4)]
    public uint FormAndLength;

    [FieldOffset(8)]
    public int ValueLength;

    [FieldOffset(12)]
    private uint _units;

    /// <summary>The size of the cell, which may be larger than its value needs.</summary>
    public readonly uint Units => _units & ~DeadMark;

    /// <summary>Whether no slot refers to the cell.</summary>
    public readonly bool IsDead => (_units & DeadMark) != 0;

    public static ulong UnitsFor(uint formAndLength, int valueLength) =>
        (HeaderBytes + MetadataBytes(formAndLength) + KeyBytes(formAndLength) + (ulong)(uint)valueLength + 7) >> UnitShift;

    /// <summary>The form and length of a key, with the marks of its terms.</summary>
    public static uint FormFor(int keyLength, bool narrow, in EntryTerms terms) =>
        (uint)keyLength | (narrow ? NarrowForm : 0)
            | (terms.End == EntryTerms.Never ? 0 : EndMark)
            | (terms.Moment == EntryTerms.Never ? 0 : MomentMark)
            | (terms.Sliding == 0 ? 0 : SlidingMark)
            | (terms.TagHash == 0 ? 0 : TagMark);

    /// <summary>The form and length without the term marks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint WithoutTermFlags(uint formAndLength) => formAndLength & ~MetadataFlags;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasTerms(uint formAndLength) => (formAndLength & MetadataFlags) != 0;

    /// <summary>The offset of the key in the cell.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint KeyOffset(uint formAndLength) => HeaderBytes + MetadataBytes(formAndLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint KeyBytes(uint formAndLength)
    {
        uint length = formAndLength & MaximumKeyLength;
        return (formAndLength & NarrowForm) != 0 ? length : length * sizeof(char);
    }

    /// <summary>Whether a cell of matching form and length holds this key: chars, or ASCII bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool ContainsKey<T>(byte* text, uint formAndLength, ReadOnlySpan<T> key)
        where T : unmanaged
    {
        ref T first = ref MemoryMarshal.GetReference(key);
        return typeof(T) == typeof(char) && (formAndLength & NarrowForm) != 0
            ? KeyText.EqualsNarrow(ref *text, ref Unsafe.As<T, char>(ref first), (uint)key.Length)
            : KeyText.EqualsBytes(text, ref Unsafe.As<T, byte>(ref first), (nuint)(uint)key.Length * (nuint)sizeof(T));
    }

    public static EntryTerms ReadTerms(RingCell* cell, uint formAndLength)
    {
        byte* terms = (byte*)(cell + 1);
        long end = EntryTerms.Never;
        if ((formAndLength & EndMark) != 0)
        {
            end = *(long*)terms;
            terms += EndBytes;
        }

        long moment = EntryTerms.Never;
        if ((formAndLength & MomentMark) != 0)
        {
            moment = *(long*)terms;
            terms += MomentBytes;
        }

        long sliding = 0;
        long lastUse = 0;
        if ((formAndLength & SlidingMark) != 0)
        {
            sliding = *(long*)terms;
            lastUse = *(long*)(terms + sizeof(long));
            terms += SlidingBytes;
        }

        return (formAndLength & TagMark) == 0
            ? new EntryTerms(end, moment, sliding, lastUse, 0, 0)
            : new EntryTerms(end, moment, sliding, lastUse, *(ulong*)terms, *(long*)(terms + sizeof(long)));
    }

    /// <summary>
    /// Records a use of an entry with a sliding expiration. The later time wins, because a thread that waited for the lock may
    /// have an earlier time than the last recorded use.
    /// </summary>
    public static void WriteLastUse(RingCell* cell, long now)
    {
        Invariant.Holds((cell->FormAndLength & SlidingMark) != 0, "The entry has a sliding expiration.");
        uint form = cell->FormAndLength & (EndMark | MomentMark);
        long* sliding = (long*)((byte*)(cell + 1) + MetadataBytes(form));
        sliding[1] = Math.Max(sliding[1], now);
    }

    /// <summary>Writes all fields except key and value.</summary>
    public static void Write(RingCell* cell, uint hash, uint formAndLength, int valueLength, uint units, in EntryTerms given)
    {
        Invariant.Holds(units >= UnitsFor(formAndLength, valueLength) && (units & DeadMark) == 0, "The entry fits in the cell.");
        cell->Hash = hash;
        cell->FormAndLength = formAndLength;
        cell->ValueLength = valueLength;
        cell->_units = units;
        byte* terms = (byte*)(cell + 1);
        if ((formAndLength & EndMark) != 0)
        {
            *(long*)terms = given.End;
            terms += EndBytes;
        }

        if ((formAndLength & MomentMark) != 0)
        {
            *(long*)terms = given.Moment;
            terms += MomentBytes;
        }

        if ((formAndLength & SlidingMark) != 0)
        {
            *(long*)terms = given.Sliding;
            *(long*)(terms + sizeof(long)) = given.LastUse;
            terms += SlidingBytes;
        }

        if ((formAndLength & TagMark) != 0)
        {
            *(ulong*)terms = given.TagHash;
            *(long*)(terms + sizeof(long)) = given.TagTime;
        }
    }

    /// <summary>Marks a cell as dead, and optionally clears its terms, key and value.</summary>
    public static void MarkDead(RingCell* cell, bool clears)
    {
        Invariant.Holds(!cell->IsDead, "A cell is marked dead only once.");
        cell->_units |= DeadMark;
        if (clears)
        {
            NativeMemory.Clear(cell + 1, ((nuint)cell->Units << UnitShift) - HeaderBytes);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint MetadataBytes(uint formAndLength) =>
        (formAndLength & MetadataFlags) == 0 ? 0
            : ((formAndLength & EndMark) >> 27) + ((formAndLength & MomentMark) >> 24)
                + ((formAndLength & SlidingMark) >> 25) + ((formAndLength & TagMark) >> 24);
}
