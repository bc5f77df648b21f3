using System.Buffers.Binary;
using System.Numerics;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>
/// An order of hashes that growth keeps: the bits that choose the segment first, the lowest of them as the highest, then those
/// that choose the bucket. A segment holds a range of this order, and a split cuts the range in two. So an enumeration can note
/// how far it has come while the table grows or shrinks, and sees exactly once each key that stays (after the SCAN command of
/// Redis).
/// </content>
internal unsafe partial struct BucketTable
{
    /// <summary>Where the order ends.</summary>
    public const ulong OrderEnd = 1UL << 32;

    /// <summary>How many keys a segment holds at most.</summary>
    public readonly int MostKeysOfSegment => (int)(BucketMask + 1) * Bucket.Ways;

    /// <summary>The place of a hash in the order.</summary>
    public static uint OrderOf(uint hash) => Reverse(BitOperations.RotateRight(hash, SegmentShift));

    /// <summary>Finds the keys of the segment that holds a place, from that place on.</summary>
    /// <param name="from">The place.</param>
    /// <param name="found">
    /// Takes the places of up to <see cref="MostKeysOfSegment"/> keys in its upper halves and their cells in the lower ones, in
    /// any order.
    /// </param>
    /// <param name="cells">The cells.</param>
    /// <param name="end">Where the next segment begins, or <see cref="OrderEnd"/>.</param>
    /// <returns>How many were found.</returns>
    public readonly int Collect<TCells>(uint from, Span<ulong> found, in TCells cells, out ulong end)
        where TCells : struct, ICells<TCells>
    {
        Invariant.Holds(found.Length >= MostKeysOfSegment, "There is room for the keys of a segment.");
        Bucket* segment = SegmentOf(BitOperations.RotateLeft(Reverse(from), SegmentShift));
        ulong range = OrderEnd >> DepthOf(HeaderOf(segment));
        end = (from & ~(range - 1)) + range;
        int count = 0;
        for (uint number = 0; number <= BucketMask; number++)
        {
            if (number + 2 <= BucketMask)
            {
                PrefetchCells(segment + number + 2, in cells);
            }

            Bucket* bucket = segment + number;
            for (uint ways = Bucket.FindUsed(bucket); ways != 0; ways &= ways - 1)
            {
                uint cell = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
                uint place = OrderOf(TCells.HashOf(in cells, cell));
                if (place >= from)
                {
                    found[count++] = ((ulong)place << 32) | cell;
                }
            }
        }

        return count;
    }

    private static uint Reverse(uint bits)
    {
        bits = ((bits >> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
        bits = ((bits >> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
        bits = ((bits >> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
        return BinaryPrimitives.ReverseEndianness(bits);
    }
}
