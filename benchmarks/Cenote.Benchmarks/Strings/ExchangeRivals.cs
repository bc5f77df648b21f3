using System.Runtime.CompilerServices;
using Cenote.Measurement;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// Threads that exchange strings of one length through shared slots. With several threads, a thread often frees a string that
/// another thread created.
/// </summary>
internal sealed class ExchangeRivals : IDisposable
{
    /// <summary>The number of strings that each thread creates in one call.</summary>
    public const int Strings = 50_000;

    private const int SharedSlots = 4_096;

    private readonly Crew _crew;
    private readonly ConcurrentStringPool _pool = new();
    private readonly SegmentedStringPool _lockedPool = new();
    private readonly Lock _gate = new();
    private readonly string _source;
    private readonly int _length;
    private readonly string?[] _sharedManaged = new string?[SharedSlots];
    private readonly Shared[] _shared = new Shared[SharedSlots];
    private readonly Shared[] _sharedLocked = new Shared[SharedSlots];

    public ExchangeRivals(int threads, int length)
    {
        _crew = new Crew(threads);
        _source = new string('x', length);
        _length = length;
    }

    /// <summary>Unmanaged memory of the concurrent pool, in bytes.</summary>
    public long BytesReserved => _pool.BytesReserved;

    /// <summary>Each thread puts each new string into a random slot, and frees the string that was there.</summary>
    public void Managed() => _crew.Run(number =>
    {
        var random = new Xorshift((uint)number + 1);
        for (int i = 0; i < Strings; i++)
        {
            Interlocked.Exchange(ref _sharedManaged[random.Next(SharedSlots)], new string('x', _length));
        }
    });

    /// <inheritdoc cref="Managed"/>
    public void Writer() => _crew.Run(number =>
    {
        using ConcurrentStringPool.Writer writer = _pool.GetWriter();
        var random = new Xorshift((uint)number + 1);
        for (int i = 0; i < Strings; i++)
        {
            PooledStringId mine = writer.Allocate(_source).Id;
            writer.Free(_shared[random.Next(SharedSlots)].Exchange(mine));
        }
    });

    /// <inheritdoc cref="Managed"/>
    public void Locked() => _crew.Run(number =>
    {
        var random = new Xorshift((uint)number + 1);
        for (int i = 0; i < Strings; i++)
        {
            lock (_gate)
            {
                PooledStringId mine = _lockedPool.Allocate(_source).Id;
                _lockedPool.Free(_sharedLocked[random.Next(SharedSlots)].Exchange(mine));
            }
        }
    });

    public void Dispose()
    {
        _crew.Dispose();
        _pool.Dispose();
        _lockedPool.Dispose();
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
