using System.Runtime.Intrinsics;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// One cache line of a <see cref="BucketTable"/>, modeled on Folly's F14: twelve ways, each with a hash tag (0 if free) and a
/// cell index. One vector comparison finds the candidate ways.
/// <code>
/// 0                        12         13      14      16                                    64
/// | tag × 12               | overflow | depth | count | index of a cell × 12                |
/// </code>
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = Size)]
internal unsafe struct Bucket
{
    public const int Size = 64;
    public const int Ways = 12;

    private const uint WaysMask = (1u << Ways) - 1;
    private const ulong LowBits = 0x7f7f7f7f7f7f7f7f;
    private const ulong Ones = 0x0101010101010101;

    // Multiplying by this constant gathers the lowest bits of eight bytes in the highest byte.
    private const ulong Gather = 0x0102040810204080;

    /// <summary>The number of keys whose probe sequence passed this full bucket. Saturates at 255, which means unknown.</summary>
    [FieldOffset(12)]
    public byte Overflow;

    /// <summary>In one bucket of each segment: the segment's local depth minus the minimum depth of the table.</summary>
    [FieldOffset(13)]
    public byte Depth;

    /// <summary>In one bucket of each segment: the number of keys in the segment.</summary>
    [FieldOffset(14)]
    public ushort Count;

    [FieldOffset(0)]
    private fixed byte _tags[Ways];

    [FieldOffset(16)]
    private fixed uint _cells[Ways];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint CellAt(Bucket* bucket, int way) => bucket->_cells[way];

    /// <summary>A bit mask of the ways with this tag. Tag 0 finds the free ways.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Find(Bucket* bucket, uint tag) =>
        Vector128.IsHardwareAccelerated
            ? Vector128.Equals(Vector128.Load((byte*)bucket), Vector128.Create((byte)tag)).ExtractMostSignificantBits() & WaysMask
            : FindPortable(bucket, tag);

    public static uint FindUsed(Bucket* bucket) => Find(bucket, 0) ^ WaysMask;

    /// <summary>Like <see cref="Find"/>, without vector instructions.</summary>
    public static uint FindPortable(Bucket* bucket, uint tag)
    {
        ulong pattern = tag * Ones;
        uint first = ZeroBytes(Unsafe.ReadUnaligned<ulong>(bucket->_tags) ^ pattern);
        uint last = ZeroBytes(Unsafe.ReadUnaligned<ulong>(bucket->_tags + sizeof(ulong)) ^ pattern);
        return (first | (last << sizeof(ulong))) & WaysMask;
    }

    public static void Set(Bucket* bucket, int way, uint tag, uint cell)
    {
        Invariant.Holds((uint)way < Ways && tag is > 0 and <= byte.MaxValue, "A way in use has a tag.");
        Invariant.Holds(
            bucket->_tags[way] == 0 || bucket->_tags[way] == tag, "The way is free, or already has this tag.");
        bucket->_tags[way] = (byte)tag;
        bucket->_cells[way] = cell;
    }

    public static void Free(Bucket* bucket, int way)
    {
        Invariant.Holds((uint)way < Ways && bucket->_tags[way] != 0, "Only a way in use is freed.");
        bucket->_tags[way] = 0;
    }

    /// <summary>Counts a key whose probe sequence continues in another bucket.</summary>
    public static void CountOverflow(Bucket* bucket)
    {
        if (bucket->Overflow != byte.MaxValue)
        {
            bucket->Overflow++;
        }
    }

    /// <summary>Undoes <see cref="CountOverflow"/>.</summary>
    public static void DecrementOverflow(Bucket* bucket)
    {
        Invariant.Holds(bucket->Overflow != 0, "Each key that overflowed a bucket was counted there.");
        if (bucket->Overflow != byte.MaxValue)
        {
            bucket->Overflow--;
        }
    }

    // No carry crosses a byte boundary, so each byte is tested independently.
    private static uint ZeroBytes(ulong bytes)
    {
        ulong zeros = ~(((bytes & LowBits) + LowBits) | bytes | LowBits);
        return (uint)(((zeros >> 7) * Gather) >> 56);
    }
}
