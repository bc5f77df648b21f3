using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Keys;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// The table of a snapshot, while it is made: buckets as those of a <see cref="BucketTable"/>, but all in one row. The upper bits
/// of a hash choose the bucket, the lowest eight are the tag, and a key whose bucket is full goes on to the next one.
/// </summary>
internal sealed unsafe class SnapshotTable : IDisposable
{
    /// <summary>The most buckets that a search looks at.</summary>
    public const uint MostProbes = 1024;

    private const int PartShift = 10;
    private const uint KeysPerBucket = 10;

    private readonly uint _count;
    private readonly HashPartitions _parts;
    private readonly List<ulong> _others = [];
    private Bucket* _buckets;

    /// <param name="buckets">As <see cref="BucketsFor"/> says.</param>
    public SnapshotTable(uint buckets)
    {
        _count = buckets;
        _parts = new HashPartitions((int)((buckets - 1) >> PartShift) + 1);
    }

    public static uint BucketsFor(long keys) => keys <= Bucket.Ways ? 1 : (uint)(keys / KeysPerBucket) + 1;

    /// <summary>The bucket where the search for a hash begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint HomeOf(uint hash, uint buckets) => (uint)(((ulong)hash * buckets) >> 32);

    /// <summary>The mark of a hash in a bucket, never 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint TagOf(uint hash)
    {
        uint tag = (byte)hash;
        return tag + (tag == 0 ? 1u : 0u);
    }

    public void Add(uint hash, uint cell)
    {
        if (!_parts.TryAdd(HomeOf(hash, _count) >> PartShift, hash, cell))
        {
            _others.Add(((ulong)hash << 32) | cell);
        }
    }

    /// <summary>Makes the table of what was added, and writes it.</summary>
    public void WriteTo(SnapshotWriter writer)
    {
        nuint bytes = (nuint)_count * Bucket.Size;
        _buckets = (Bucket*)NativeMemory.AlignedAlloc(bytes, Bucket.Size);
        NativeMemory.Clear(_buckets, bytes);
        for (int part = 0; part < _parts.Parts; part++)
        {
            Put(_parts[part]);
        }

        Put(CollectionsMarshal.AsSpan(_others));
        for (nuint written = 0; written < bytes;)
        {
            int part = (int)Math.Min(bytes - written, SnapshotHeader.PieceBytes);
            writer.Write(new ReadOnlySpan<byte>((byte*)_buckets + written, part));
            written += (nuint)part;
        }
    }

    public void Dispose()
    {
        _parts.Dispose();
        NativeMemory.AlignedFree(_buckets);
        _buckets = null;
    }

    private void Put(ReadOnlySpan<ulong> entries)
    {
        foreach (ulong entry in entries)
        {
            uint hash = (uint)(entry >> 32);
            uint number = HomeOf(hash, _count);
            uint probes = 1;
            uint free;
            while ((free = Bucket.Find(_buckets + number, 0)) == 0)
            {
                Bucket.CountOverflow(_buckets + number);
                number = number + 1 == _count ? 0 : number + 1;
                if (++probes > MostProbes)
                {
                    Throw.TooCrowded();
                }
            }

            Bucket.Set(_buckets + number, BitOperations.TrailingZeroCount(free), TagOf(hash), (uint)entry);
        }
    }
}
