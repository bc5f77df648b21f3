using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Builds the table of a snapshot, an array of <see cref="BucketTable"/> buckets. The upper hash bits select the bucket, the
/// lowest eight are the tag, and a key whose bucket is full goes to the next bucket.
/// </summary>
internal sealed unsafe class SnapshotTable : IDisposable
{
    /// <summary>The maximum number of buckets probed.</summary>
    public const uint MaxProbes = 1024;

    private const int PartShift = 10;
    private const uint KeysPerBucket = 10;

    private readonly uint _count;
    private readonly HashPartitions _parts;
    private readonly List<Seeker> _rest = [];
    private Bucket* _buckets;
    private int _taken;

    /// <param name="buckets">The result of <see cref="BucketsFor"/>.</param>
    public SnapshotTable(uint buckets)
    {
        ulong bytes = (ulong)buckets * (Bucket.Size + (Bucket.Ways * sizeof(ulong)));
        if (!PageSource.System.HasMemory(bytes))
        {
            Throw.NoMemory(bytes);
        }

        _count = buckets;
        _parts = new HashPartitions((int)((buckets - 1) >> PartShift) + 1);
        _buckets = (Bucket*)NativeMemory.AlignedAlloc((nuint)buckets * Bucket.Size, Bucket.Size);
    }

    public static uint BucketsFor(long keys) => keys <= Bucket.Ways ? 1 : (uint)(keys / KeysPerBucket) + 1;

    /// <summary>The home bucket of a hash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint HomeOf(uint hash, uint buckets) => (uint)(((ulong)hash * buckets) >> 32);

    /// <summary>The tag of a hash, never 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint TagOf(uint hash)
    {
        uint tag = (byte)hash;
        return tag + (tag == 0 ? 1u : 0u);
    }

    /// <summary>Adds the hash of a cell. Not thread-safe.</summary>
    public void Add(uint hash, uint cell)
    {
        Invariant.Holds(_taken == 0, "All cells are added before the table is filled.");
        uint home = HomeOf(hash, _count);
        if (!_parts.TryAdd(home >> PartShift, hash, cell))
        {
            _rest.Add(new Seeker(hash, cell, home, 1));
        }
    }

    /// <summary>Builds the table after all hashes were added. Threads that call this concurrently share the work.</summary>
    public void Fill()
    {
        List<Seeker> rest = [];
        int part;
        while ((part = Interlocked.Increment(ref _taken) - 1) < _parts.Parts)
        {
            uint first = (uint)part << PartShift;
            uint end = Math.Min(first + (1u << PartShift), _count);
            NativeMemory.Clear(_buckets + first, (nuint)(end - first) * Bucket.Size);
            foreach (ulong entry in _parts[part])
            {
                uint hash = (uint)(entry >> 32);
                var seeker = new Seeker(hash, (uint)entry, HomeOf(hash, _count), 1);
                if (!TryPut(ref seeker, end))
                {
                    rest.Add(seeker);
                }
            }
        }

        lock (_rest)
        {
            _rest.AddRange(rest);
        }
    }

    /// <summary>
    /// Adds the cells that <see cref="Fill"/> left over, and writes the table. Call it once all threads have filled it.
    /// </summary>
    public void WriteTo(SnapshotWriter writer)
    {
        Invariant.Holds(_taken >= _parts.Parts, "The table is filled before it is written.");
        foreach (Seeker seeker in _rest)
        {
            Seeker next = seeker;
            while (!TryPut(ref next, _count))
            {
                next.Bucket = 0;
            }
        }

        writer.Write((byte*)_buckets, (nuint)_count * Bucket.Size);
    }

    public void Dispose()
    {
        _parts.Dispose();
        NativeMemory.AlignedFree(_buckets);
        _buckets = null;
    }

    // False if probing reaches the end of the buckets that the caller may change. A later pass continues there.
    private bool TryPut(ref Seeker seeker, uint end)
    {
        uint free;
        for (; seeker.Bucket < end; seeker.Bucket++)
        {
            if (seeker.Probes > MaxProbes)
            {
                Throw.TooManyCollisions();
            }

            Bucket* bucket = _buckets + seeker.Bucket;
            if ((free = Bucket.Find(bucket, 0)) != 0)
            {
                Bucket.Set(bucket, BitOperations.TrailingZeroCount(free), TagOf(seeker.Hash), seeker.Cell);
                return true;
            }

            Bucket.CountOverflow(bucket);
            seeker.Probes++;
        }

        return false;
    }

    /// <summary>A cell that is not yet in the table, and the bucket at which its probing continues.</summary>
    private record struct Seeker(uint Hash, uint Cell, uint Bucket, uint Probes);
}
