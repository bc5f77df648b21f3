using System.Buffers.Binary;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>
/// An order of hashes that survives growth, modeled on Redis SCAN: first the segment bits, reversed, then the bucket bits. A
/// segment contains a range of this order, and a split halves the range. So an enumeration can keep its position while the table
/// grows or shrinks, and return each remaining key exactly once. </content>
internal unsafe partial struct BucketTable
{
    public const ulong OrderEnd = 1UL << 32;

    /// <summary>The maximum number of keys in a segment.</summary>
    public readonly int MaxKeysOfSegment => (int)(BucketMask + 1) * Bucket.Ways;

    /// <summary>The position of a hash in the order.</summary>
    public static uint OrderOf(uint hash) => Reverse(BitOperations.RotateRight(hash, SegmentShift));

    /// <summary>Collects the keys from a position on, within the segment that contains the position.</summary>
    /// <param name="from">The position.</param>
    /// <param name="found">
    /// Receives up to <see cref="MaxKeysOfSegment"/> keys, unordered: position in the upper half, cell index in the lower.
    /// </param>
    /// <param name="cells">The cells.</param>
    /// <param name="end">The start of the next segment, or <see cref="OrderEnd"/>.</param>
    /// <returns>The number of keys collected.</returns>
    public readonly int Collect<TCells>(uint from, Span<ulong> found, in TCells cells, out ulong end)
        where TCells : struct, ICells<TCells>
    {
        Invariant.Holds(found.Length >= MaxKeysOfSegment, "The keys of a segment fit in the destination.");
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
