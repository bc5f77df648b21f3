using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <summary>
/// Finds cells by key hash: extendible hashing (Fagin, Nievergelt, Pippenger and Strong, 1979) over segments of 1,024
/// <see cref="Bucket"/>s. A split affects only the full segment, and gets the hashes from its cells. If its home bucket is full,
/// a key overflows to another bucket of the segment. Buckets count the keys that passed them, so lookups stop early.
/// </summary>
/// <remarks>
/// The lowest ten hash bits select the bucket, the bits above them the segment; the highest eight are the tag. A table of up to
/// 512 buckets is a single smaller segment that doubles within the first granule, which later serves as scratch buffer for
/// splits.
/// </remarks>
internal unsafe partial struct BucketTable
{
    private const int SegmentShift = 10;
    private const int TagShift = 24;

    /// <summary>Buckets per segment, minus 1.</summary>
    public uint BucketMask;

    // Segment addresses, indexed by the hash bits above the lowest ten.
    private nint[] _directory;
    private uint _directoryMask;

    // The segments' local depth when the table was created. Each segment stores its depth relative to this depth.
    private int _minDepth;

    private AddressSpace _space;
    private PageRun _first;
    private List<PageRun> _segments;

    public int Count { get; private set; }

    /// <summary>The tag of a hash, never 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint TagOf(uint hash)
    {
        uint tag = hash >> TagShift;
        return tag + (tag == 0 ? 1u : 0u);
    }

    /// <summary>The segment of a hash. Probing starts at the bucket selected by the lowest bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Bucket* SegmentOf(uint hash) =>
        (Bucket*)Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_directory), (nint)((hash >> SegmentShift) & _directoryMask));

    /// <summary>The next bucket in a probe sequence. The step is odd, so the sequence visits the whole segment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint Next(uint number, uint tag) => (number + (2 * tag) + 1) & BucketMask;

    /// <summary>Whether another copy of this table has the same segments.</summary>
    public readonly bool HasSameLayout(in BucketTable other) => _directory == other._directory && BucketMask == other.BucketMask;

    /// <summary>Whether a key can be inserted without growing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool HasRoom(uint hash)
    {
        Bucket* segment = SegmentOf(hash);
        return HeaderOf(segment)->Count < Capacity && (Bucket.Find(segment + (hash & BucketMask), 0) != 0 || HasFreeWay(hash));
    }

    public void Add(uint hash, uint cell)
    {
        Bucket* segment = SegmentOf(hash);
        Invariant.Holds(HeaderOf(segment)->Count < (BucketMask + 1) * Bucket.Ways, "The segment has a free way.");
        Put(segment, hash, TagOf(hash), cell);
        HeaderOf(segment)->Count++;
        Count++;
    }

    public void Remove(uint hash, uint number, int way)
    {
        Bucket* segment = SegmentOf(hash);
        uint tag = TagOf(hash);
        Invariant.Holds(
            number <= BucketMask && (Bucket.Find(segment + number, tag) >> way & 1) != 0, "The way contains the key.");
        Invariant.Holds(HeaderOf(segment)->Count > 0 && Count > 0, "Neither the segment nor the table has a key count of 0.");
        for (uint passed = hash & BucketMask; passed != number; passed = Next(passed, tag))
        {
            Bucket.DecrementOverflow(segment + passed);
        }

        Bucket.Free(segment + number, way);
        HeaderOf(segment)->Count--;
        Count--;
    }

    // The bucket with the segment's header fields. Its position varies, because the first buckets of all segments would share a
    // few cache sets.
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
