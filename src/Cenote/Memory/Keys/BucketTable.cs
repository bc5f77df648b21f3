using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// Finds cells by the hashes of their keys: extendible hashing (Fagin, Nievergelt, Pippenger and Strong, 1979) over segments of
/// 1,024 <see cref="Bucket"/>s. When a segment is full, it alone is split, by the hashes that the cells hold. A key whose bucket
/// is full goes on to another one of its segment, and is counted where it passed, so that no search goes further than keys did.
/// </summary>
/// <remarks>
/// The bits of a hash: the lowest ten choose the bucket, those above the segment, the highest eight are the tag. A table of up to
/// 512 buckets is a single smaller segment, which doubles within the first granule; later that granule holds the segment that is
/// being split.
/// </remarks>
internal unsafe partial struct BucketTable
{
    private const int SegmentShift = 10;
    private const int TagShift = 24;

    /// <summary>Buckets of each segment, less one.</summary>
    public uint BucketMask;

    // Addresses of segments, by the bits of a hash above the lowest ten.
    private nint[] _directory;
    private uint _directoryMask;

    // How many bits of a hash the segments look at with which the table began. Each segment counts the bits that it looks at
    // beyond these.
    private int _leastDepth;

    private AddressSpace _space;
    private PageRun _first;
    private List<PageRun> _segments;

    /// <summary>Keys in the table.</summary>
    public int Count { get; private set; }

    /// <summary>The mark of a hash in a bucket, never 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint TagOf(uint hash)
    {
        uint tag = hash >> TagShift;
        return tag + (tag == 0 ? 1u : 0u);
    }

    /// <summary>The segment of a hash. The search begins at the bucket that the lowest bits name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Bucket* SegmentOf(uint hash) =>
        (Bucket*)Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_directory), (nint)((hash >> SegmentShift) & _directoryMask));

    /// <summary>The bucket to search after another. The step is odd, so that it visits the whole segment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint Next(uint number, uint tag) => (number + (2 * tag) + 1) & BucketMask;

    /// <summary>Whether another copy of this table finds the same segments.</summary>
    public readonly bool FindsSame(in BucketTable other) => _directory == other._directory && BucketMask == other.BucketMask;

    /// <summary>Whether a key can be added without growth.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool HasRoom(uint hash)
    {
        Bucket* segment = SegmentOf(hash);
        return HeaderOf(segment)->Count < Capacity && (Bucket.Find(segment + (hash & BucketMask), 0) != 0 || HasFreeWay(hash));
    }

    /// <summary>Puts a cell into the first free way.</summary>
    public void Add(uint hash, uint cell)
    {
        Bucket* segment = SegmentOf(hash);
        Invariant.Holds(HeaderOf(segment)->Count < (BucketMask + 1) * Bucket.Ways, "The segment has a free way.");
        Put(segment, hash, TagOf(hash), cell);
        HeaderOf(segment)->Count++;
        Count++;
    }

    /// <summary>Takes a cell out of a way in which it was found.</summary>
    public void Remove(uint hash, uint number, int way)
    {
        Bucket* segment = SegmentOf(hash);
        uint tag = TagOf(hash);
        Invariant.Holds(number <= BucketMask && (Bucket.Find(segment + number, tag) >> way & 1) != 0, "The way has the key.");
        Invariant.Holds(HeaderOf(segment)->Count > 0 && Count > 0, "The keys of each segment are counted.");
        for (uint passed = hash & BucketMask; passed != number; passed = Next(passed, tag))
        {
            Bucket.UncountOverflow(segment + passed);
        }

        Bucket.Free(segment + number, way);
        HeaderOf(segment)->Count--;
        Count--;
    }

    // What is known of a segment is in one of its buckets, a different one from segment to segment, because the first lines of
    // all segments would share a few places in the cache.
    private readonly Bucket* HeaderOf(Bucket* segment) => segment + (((nuint)segment / AddressSpace.GranuleBytes) & BucketMask);

    private readonly void Put(Bucket* segment, uint hash, uint tag, uint cell)
    {
        for (uint number = hash & BucketMask; ; number = Next(number, tag))
        {
            Bucket* bucket = segment + number;
            uint free = Bucket.Find(bucket, 0);
            if (free != 0)
            {
                Bucket.Set(bucket, BitOperations.TrailingZeroCount(free), tag, cell);
                return;
            }

            Bucket.CountOverflow(bucket);
        }
    }
}
