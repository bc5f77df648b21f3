using System.Runtime.CompilerServices;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>What threads do side by side with strings of one length: each for itself, or exchanging them.</summary>
internal sealed class ThreadPatterns : IDisposable
{
    /// <summary>Strings that each thread makes in one call of a pattern.</summary>
    public const int Strings = Count * Rounds;

    private const int Count = 1_000;
    private const int Rounds = 50;
    private const int Window = 3;
    private const int SharedSlots = 4_096;

    private readonly Crew _crew;
    private readonly ConcurrentStringPool _pool = new();
    private readonly SegmentedStringPool _lockedPool = new();
    private readonly Lock _gate = new();
    private readonly string _source;
    private readonly int _length;
    private readonly string[][] _managed;
    private readonly PooledStringRef[][] _refs;
    private readonly string?[] _sharedManaged = new string?[SharedSlots];
    private readonly Shared[] _shared = new Shared[SharedSlots];
    private readonly Shared[] _sharedLocked = new Shared[SharedSlots];

    public ThreadPatterns(int threads, int length)
    {
        _crew = new Crew(threads);
        _source = new string('x', length);
        _length = length;
        _managed = [.. Enumerable.Range(0, threads).Select(_ => new string[Count])];
        _refs = [.. Enumerable.Range(0, threads).Select(_ => new PooledStringRef[Count])];
    }

    /// <summary>Unmanaged memory of the concurrent pool.</summary>
    public long UnmanagedBytes => _pool.GetTotalBytesUnmanaged();

    public void BulkManaged() => _crew.Run(number =>
    {
        string[] managed = _managed[number];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < managed.Length; i++)
            {
                managed[i] = new string('x', _length);
            }
        }
    });

    public void BulkPool() => _crew.Run(number =>
    {
        PooledStringRef[] refs = _refs[number];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < refs.Length; i++)
            {
                refs[i] = _pool.Allocate(_source);
            }

            for (int i = 0; i < refs.Length; i++)
            {
                refs[i].Free();
            }
        }
    });

    public void BulkWriter() => _crew.Run(number =>
    {
        PooledStringRef[] refs = _refs[number];
        using ConcurrentStringPool.Writer writer = _pool.GetWriter();
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < refs.Length; i++)
            {
                refs[i] = writer.Allocate(_source);
            }

            for (int i = 0; i < refs.Length; i++)
            {
                writer.Free(refs[i]);
            }
        }
    });

    public void BulkLock() => _crew.Run(number =>
    {
        PooledStringRef[] refs = _refs[number];
        for (int round = 0; round < Rounds; round++)
        {
            for (int i = 0; i < refs.Length; i++)
            {
                lock (_gate)
                {
                    refs[i] = _lockedPool.Allocate(_source);
                }
            }

            for (int i = 0; i < refs.Length; i++)
            {
                lock (_gate)
                {
                    refs[i].Free();
                }
            }
        }
    });

    public void InterleavedManaged() => _crew.Run(number =>
    {
        string[] managed = _managed[number];
        for (int i = 0, slot = 0; i < Strings; i++)
        {
            managed[slot] = new string('x', _length);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    });

    public void InterleavedPool() => _crew.Run(number =>
    {
        PooledStringRef[] refs = _refs[number];
        for (int i = 0, slot = 0; i < Strings; i++)
        {
            refs[slot].Free();
            refs[slot] = _pool.Allocate(_source);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    });

    public void InterleavedWriter() => _crew.Run(number =>
    {
        PooledStringRef[] refs = _refs[number];
        using ConcurrentStringPool.Writer writer = _pool.GetWriter();
        for (int i = 0, slot = 0; i < Strings; i++)
        {
            writer.Free(refs[slot]);
            refs[slot] = writer.Allocate(_source);
            slot = slot == Window - 1 ? 0 : slot + 1;
        }
    });

    /// <summary>Each thread puts its new string into one of the shared slots and takes out what was there.</summary>
    public void ExchangeManaged() => _crew.Run(number =>
    {
        uint state = (uint)number + 1;
        for (int i = 0; i < Strings; i++)
        {
            Interlocked.Exchange(ref _sharedManaged[Next(ref state)], new string('x', _length));
        }
    });

    /// <inheritdoc cref="ExchangeManaged"/>
    public void ExchangeWriter() => _crew.Run(number =>
    {
        using ConcurrentStringPool.Writer writer = _pool.GetWriter();
        uint state = (uint)number + 1;
        for (int i = 0; i < Strings; i++)
        {
            PooledStringId mine = writer.Allocate(_source).Id;
            writer.Free(_shared[Next(ref state)].Exchange(mine));
        }
    });

    /// <inheritdoc cref="ExchangeManaged"/>
    public void ExchangeLock() => _crew.Run(number =>
    {
        uint state = (uint)number + 1;
        for (int i = 0; i < Strings; i++)
        {
            lock (_gate)
            {
                PooledStringId mine = _lockedPool.Allocate(_source).Id;
                _lockedPool.Free(_sharedLocked[Next(ref state)].Exchange(mine));
            }
        }
    });

    public void Dispose()
    {
        _crew.Dispose();
        _pool.Dispose();
        _lockedPool.Dispose();
    }

    // Marsaglia's xorshift.
    private static int Next(ref uint state)
    {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return (int)(state % SharedSlots);
    }

    private struct Shared
    {
        private long _id;

        public PooledStringId Exchange(PooledStringId id)
        {
            long before = Interlocked.Exchange(ref _id, Unsafe.BitCast<PooledStringId, long>(id));
            return Unsafe.BitCast<long, PooledStringId>(before);
        }
    }
}
