using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Keys;

/// <content>Growth: doubling the small table, splitting segments, and building a table of another size.</content>
internal unsafe partial struct BucketTable
{
    /// <summary>
    /// The maximum number of buckets probed for a free way. With random hashes, 1 insertion in 10¹¹ needs more.
    /// </summary>
    public const int MaxProbes = 24;

    private const uint SegmentBuckets = 1u << SegmentShift;
    private const uint KeysPerBucket = 10;

    // Leaves one way per bucket unused. With random hashes, some segments exceed the average, but no segment reaches this
    // maximum.
    private const int MaxKeysPerSegment = (int)SegmentBuckets * (Bucket.Ways - 1);

    // The maximum ratio of capacity to keys. Each split that does not separate colliding keys doubles the ratio.
    private const int FloodFactor = 16;

    // A disposed table has one empty bucket, so lookups need no extra check.
    private static readonly nint[] s_disposedDirectory = [NewEmptyBucket()];

    public readonly long NativeBytes => (1 + _segments.Count) * (long)AddressSpace.GranuleBytes;

    public readonly long ManagedBytes => ((long)_directory.Length * sizeof(nint)) + ((long)_segments.Capacity * sizeof(PageRun));

    public readonly long Buckets => Math.Max(1, _segments.Count) * (BucketMask + 1L);

    /// <summary>The approximate number of keys the table holds without growing.</summary>
    public readonly long Room => Buckets * KeysPerBucket;

    private readonly uint Capacity => (BucketMask + 1) * KeysPerBucket;

    /// <summary>The bytes of a new table that holds this many keys without growing.</summary>
    public static long BytesFor(long keys) => (1 + SegmentsFor(BucketsFor(keys))) * (long)AddressSpace.GranuleBytes;

    /// <summary>Initializes an empty table; false if there is not enough memory.</summary>
    /// <param name="space">The source of segments, from which nothing was allocated yet.</param>
    /// <param name="capacity">The approximate number of keys the table holds without growing.</param>
    public bool TryInitialize(AddressSpace space, int capacity)
    {
        Invariant.Holds(space.BytesLent == 0, "Nothing has been allocated from the space yet.");
        _space = space;
        _segments = [];
        _directory = s_disposedDirectory;
        if (!space.TryLend(1, indexed: true, out _first) || !TryAllocateTable(capacity, out NewTable table))
        {
            return false;
        }

        Adopt(table);
        return true;
    }

    /// <summary>Whether <see cref="MaxProbes"/> probes find a free way, even if the segment is above its maximum load.</summary>
    public readonly bool HasFreeWay(uint hash)
    {
        Bucket* segment = SegmentOf(hash);
        uint tag = TagOf(hash);
        uint number = hash & BucketMask;
        for (uint probes = Math.Min(MaxProbes, BucketMask + 1); probes > 0; probes--)
        {
            if (Bucket.Find(segment + number, 0) != 0)
            {
                return true;
            }

            number = Next(number, tag);
        }

        return false;
    }

    /// <summary>
    /// Whether keys collide more than random hashes ever do, so that growth does not help. Either the keys cluster in a segment
    /// that is less than half full, or splits did not separate them because too many hash bits are equal.
    /// </summary>
    public readonly bool IsFlooded(uint hash)
    {
        Bucket* header = HeaderOf(SegmentOf(hash));
        return header->Count < Capacity / 2 || (long)Capacity << DepthOf(header) > FloodFactor * (long)Count;
    }

    /// <summary>Grows the table for this hash. A split helps only if the hashes in the segment differ in the next bit.</summary>
    /// <returns>False, with no change, if there is not enough memory.</returns>
    public bool TryGrow<TCells>(uint hash, in TCells cells)
        where TCells : struct, ICells<TCells> =>
        BucketMask + 1 < SegmentBuckets ? TryDouble(in cells) : TrySplit(hash, in cells);

    /// <summary>Allocates the segments of a table for this many keys; false, with no change, if memory runs out.</summary>
    public readonly bool TryAllocateTable(long keys, out NewTable table)
    {
        long buckets = BucketsFor(keys);
        uint segments = SegmentsFor(buckets);
        if (!_space.MayLend(segments * (long)AddressSpace.GranuleBytes))
        {
            table = default;
            return false;
        }

        table = new NewTable
        {
            Buckets = segments == 0 ? BitOperations.RoundUpToPowerOf2((uint)buckets) : SegmentBuckets,
            Directory = new nint[Math.Max(1, segments)],
            Segments = new List<PageRun>((int)segments),
        };
        for (int i = 0; i < segments; i++)
        {
            if (!_space.TryLend(1, indexed: false, out PageRun run))
            {
                Return(table.Segments);
                return false;
            }

            table.Segments.Add(run);
            table.Directory[i] = (nint)run.Address;
        }

        if (segments == 0)
        {
            table.Directory[0] = (nint)SmallTableAt(table.Buckets);
        }

        return true;
    }

    /// <summary>
    /// Like <see cref="TryAllocateTable(long, out NewTable)"/>, but also false if the cells' hashes would overfill a segment.
    /// A segment can overflow because the current table may have split segments where keys cluster.
    /// </summary>
    public readonly bool TryAllocateTable<TCells>(long keys, in TCells cells, out NewTable table)
        where TCells : struct, ICells<TCells>
    {
        if (!TryAllocateTable(keys, out table))
        {
            return false;
        }

        int[] counts = new int[table.Directory.Length];
        KeyWalk walk = TCells.Walk(in cells);
        while (table.Segments.Count > 0 && TCells.MoveToIndexed(in cells, ref walk))
        {
            if (++counts[(TCells.HashOf(in cells, walk.Index) >> SegmentShift) & (uint)(counts.Length - 1)] > MaxKeysPerSegment)
            {
                Return(table.Segments);
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a table for this many keys would be at most half as large as this one.</summary>
    public readonly bool IsOversized(long keys) => keys * 4 < Buckets * KeysPerBucket && Buckets > 1;

    /// <summary>Replaces the table with an empty one.</summary>
    public void Adopt(NewTable table)
    {
        Invariant.Holds(
            BitOperations.IsPow2(table.Directory.Length) && BitOperations.IsPow2(table.Buckets),
            "The length of the directory and the number of buckets are powers of two.");
        Invariant.Holds(
            table.Segments.Count == 0 || table.Segments.Count == table.Directory.Length,
            "A new table contains each segment only once.");
        bool isFirst = _directory == s_disposedDirectory;
        Return(_segments);
        _segments = table.Segments;
        _directory = table.Directory;
        _directoryMask = (uint)table.Directory.Length - 1;
        BucketMask = table.Buckets - 1;
        _minDepth = BitOperations.Log2((uint)table.Directory.Length);
        Count = 0;

        // Zeroed memory is an empty segment, and does not become resident until keys are inserted. A small table's memory, in the
        // first granule, may contain data unless this is the first table.
        if ((table.Segments.Count == 0 && !isFirst) || !_space.LendsZeros)
        {
            foreach (nint segment in _directory)
            {
                Reset((Bucket*)segment, _minDepth);
            }
        }
    }

    public void Clear()
    {
        // A segment has one directory entry per value of the hash bits that it ignores. In the first entry, these bits are 0.
        for (int i = 0; i < _directory.Length; i++)
        {
            var segment = (Bucket*)_directory[i];
            int depth = DepthOf(HeaderOf(segment));
            if (i >> depth == 0)
            {
                Reset(segment, depth);
            }
        }

        Count = 0;
    }

    /// <summary>The number of directory entries: one per segment in a table that has not grown since it was allocated.</summary>
    public readonly int Segments => _directory.Length;

    /// <summary>The segment number of a hash in a table that has not grown since it was allocated.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly uint NumberOfSegment(uint hash) => (hash >> SegmentShift) & _directoryMask;

    /// <summary>Frees the segments of a table that is not used.</summary>
    public readonly void Abandon(NewTable table) => Return(table.Segments);

    /// <summary>
    /// Fills an empty table segment by segment; false, with the table partially filled, if a segment overflows.
    /// </summary>
    public bool TryFill(HashPartitions parts)
    {
        Invariant.Holds(Count == 0 && parts.Parts == Segments, "The table is empty and has one segment per partition.");
        int most = _segments.Count == 0 ? (int)Capacity : MaxKeysPerSegment;
        for (int part = 0; part < parts.Parts; part++)
        {
            ReadOnlySpan<ulong> entries = parts[part];
            if (entries.Length > most)
            {
                return false;
            }

            foreach (ulong entry in entries)
            {
                Add((uint)(entry >> 32), (uint)entry);
            }
        }

        return true;
    }

    /// <summary>Fills an empty, sufficiently large table with every cell of a heap.</summary>
    public void Fill<TCells>(in TCells cells)
        where TCells : struct, ICells<TCells>
    {
        Invariant.Holds(Count == 0, "Only an empty table is filled.");
        KeyWalk walk = TCells.Walk(in cells);
        while (TCells.MoveToIndexed(in cells, ref walk))
        {
            Add(TCells.HashOf(in cells, walk.Index), walk.Index);
        }
    }

    /// <summary>Empties the table, and clears the segments that the next owner may reuse as warm memory.</summary>
    public void Close()
    {
        Wipe(_first);
        foreach (PageRun run in CollectionsMarshal.AsSpan(_segments))
        {
            Wipe(run);
        }

        Forget();
    }

    /// <summary>Empties the table without freeing segments. Allocates nothing, so disposal cannot fail.</summary>
    public void Forget()
    {
        _directory = s_disposedDirectory;
        _segments.Clear();
        _directoryMask = BucketMask = 0;
        _minDepth = 0;
        Count = 0;
    }

    // Adds 1/32, because some segments get more keys than average.
    private static long BucketsFor(long keys) => (keys / KeysPerBucket) + (keys / (32 * KeysPerBucket)) + 1;

    // 0 for the small table, which is in the first granule.
    private static uint SegmentsFor(long buckets) =>
        buckets <= SegmentBuckets / 2
            ? 0
            : BitOperations.RoundUpToPowerOf2((uint)((buckets + SegmentBuckets - 1) / SegmentBuckets));

    private readonly void Wipe(PageRun run)
    {
        if (_space.IsWarm(run))
        {
            NativeMemory.Clear(run.Address, run.Bytes);
        }
    }

    private static nint NewEmptyBucket()
    {
        void* bucket = NativeMemory.AlignedAlloc(Bucket.Size, Bucket.Size);
        NativeMemory.Clear(bucket, Bucket.Size);
        return (nint)bucket;
    }

    // The tables of 1, 2, 4 ... 512 buckets are adjacent in the first granule.
    private readonly Bucket* SmallTableAt(uint buckets)
    {
        Invariant.Holds(
            BitOperations.IsPow2(buckets) && buckets <= SegmentBuckets,
            "The number of buckets is a power of two, and at most that of a segment.");
        return (Bucket*)_first.Address + buckets;
    }

    private readonly void Return(List<PageRun> segments)
    {
        foreach (PageRun run in CollectionsMarshal.AsSpan(segments))
        {
            _space.Return(run);
        }
    }

    private readonly int DepthOf(Bucket* header) => _minDepth + header->Depth;

    private readonly void Reset(Bucket* segment, int depth)
    {
        Invariant.Holds(
            depth >= _minDepth && depth - _minDepth <= byte.MaxValue, "The depth of a segment fits in a byte.");
        NativeMemory.Clear(segment, (nuint)(BucketMask + 1) * Bucket.Size);
        HeaderOf(segment)->Depth = (byte)(depth - _minDepth);
    }

    private bool TryDouble<TCells>(in TCells cells)
        where TCells : struct, ICells<TCells>
    {
        Invariant.Holds(_directory.Length == 1, "A small table has one segment.");
        uint buckets = BucketMask + 1;
        var old = (Bucket*)_directory[0];
        Bucket* grown = SmallTableAt(2 * buckets);
        if (2 * buckets == SegmentBuckets)
        {
            if (!TryAddSegment(out grown))
            {
                return false;
            }
        }

        BucketMask = (2 * buckets) - 1;
        Reset(grown, 0);
        Distribute(old, buckets, 0, grown, grown, in cells);
        _directory[0] = (nint)grown;
        return true;
    }

    private bool TrySplit<TCells>(uint hash, in TCells cells)
        where TCells : struct, ICells<TCells>
    {
        Bucket* lower = SegmentOf(hash);
        int depth = DepthOf(HeaderOf(lower));
        Invariant.Holds(
            depth <= BitOperations.Log2((uint)_directory.Length), "No segment uses more bits of a hash than the directory.");
        nint[] directory = depth == BitOperations.Log2((uint)_directory.Length) ? [.. _directory, .. _directory] : _directory;
        if (!TryAddSegment(out Bucket* upper))
        {
            return false;
        }

        _directory = directory;
        _directoryMask = (uint)directory.Length - 1;
        uint bit = 1u << depth;
        for (uint i = ((hash >> SegmentShift) & (bit - 1)) | bit; i < (uint)directory.Length; i += 2 * bit)
        {
            directory[i] = (nint)upper;
        }

        var copy = (Bucket*)_first.Address;
        NativeMemory.Copy(lower, copy, AddressSpace.GranuleBytes);
        Reset(lower, depth + 1);
        Reset(upper, depth + 1);
        Distribute(copy, SegmentBuckets, SegmentShift + depth, lower, upper, in cells);
        return true;
    }

    private bool TryAddSegment(out Bucket* segment)
    {
        _segments.EnsureCapacity(_segments.Count + 1);
        bool lent = _space.TryLend(1, indexed: false, out PageRun run);
        if (lent)
        {
            _segments.Add(run);
        }

        segment = (Bucket*)run.Address;
        return lent;
    }

    // Moves cells to an empty segment with twice the buckets, or splits them between two empty segments by one hash bit. Most
    // keys are in their home bucket and keep their way, which is always free in the target: searching for a free way would stall
    // on the preceding stores. The second pass moves the overflowed keys.
    private readonly void Distribute<TCells>(Bucket* from, uint buckets, int bit, Bucket* lower, Bucket* upper, in TCells cells)
        where TCells : struct, ICells<TCells>
    {
        nint distance = (nint)((byte*)upper - (byte*)lower);
        uint moved = 0;
        uint movedUp = 0;
        for (uint number = 0; number < buckets; number++)
        {
            if (buckets == SegmentBuckets && number + 2 < buckets)
            {
                PrefetchCells(from + number + 2, in cells);
            }

            Bucket* bucket = from + number;
            for (uint ways = Bucket.FindUsed(bucket); ways != 0; ways &= ways - 1)
            {
                int way = BitOperations.TrailingZeroCount(ways);
                uint cell = Bucket.CellAt(bucket, way);
                uint hash = TCells.HashOf(in cells, cell);
                uint up = (hash >> bit) & 1;
                moved++;
                movedUp += up;
                if (((hash ^ number) & (buckets - 1)) == 0)
                {
                    var segment = (Bucket*)((byte*)lower + (distance & -(nint)up));
                    Bucket.Set(segment + (hash & BucketMask), way, TagOf(hash), cell);
                    Bucket.Free(bucket, way);
                }
            }
        }

        for (uint number = 0; number < buckets; number++)
        {
            Bucket* bucket = from + number;
            for (uint ways = Bucket.FindUsed(bucket); ways != 0; ways &= ways - 1)
            {
                uint cell = Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways));
                uint hash = TCells.HashOf(in cells, cell);
                Put(((hash >> bit) & 1) != 0 ? upper : lower, hash, TagOf(hash), cell);
            }
        }

        HeaderOf(upper)->Count = (ushort)movedUp;
        HeaderOf(lower)->Count = (ushort)(upper == lower ? moved : moved - movedUp);
    }

    // The hashes are in the cells, which are rarely cached if the table is large, so cells are prefetched two buckets ahead.
    private static void PrefetchCells<TCells>(Bucket* bucket, in TCells cells)
        where TCells : struct, ICells<TCells>
    {
        for (uint ways = Bucket.FindUsed(bucket); ways != 0; ways &= ways - 1)
        {
            Prefetch.Read(TCells.AddressOf(in cells, Bucket.CellAt(bucket, BitOperations.TrailingZeroCount(ways))));
        }
    }
}
