using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>One thread allocates items, writes to them and hands them over; another one reads and frees them.</summary>
internal readonly struct HandOverWork(Crew crew, int operations) : IWork
{
    /// <summary>Number of threads.</summary>
    public const int Threads = 2;

    private readonly HandOverRing _ring = new();

    public int Operations => operations;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        HandOverWork work = this;
        crew.Run(thread =>
        {
            if (thread == 0)
            {
                work.Produce(source);
            }
            else
            {
                work.Consume(source);
            }
        });
    }

    private void Produce<TSource>(TSource source)
        where TSource : struct, ISource
    {
        for (int i = 0; i < operations; i++)
        {
            byte[] item = source.Allocate();
            item[0] = (byte)i;
            _ring.Put(i, item);
        }
    }

    private void Consume<TSource>(TSource source)
        where TSource : struct, ISource
    {
        for (int i = 0; i < operations; i++)
        {
            byte[] item = _ring.Take(i);
            if (item[0] != (byte)i)
            {
                throw new InvalidOperationException("Two threads have the same item.");
            }

            source.Free(item);
        }
    }
}

/// <summary>
/// A ring between two threads. It is shorter than every pool, so that each pool has space for all items in transit.
/// </summary>
internal sealed class HandOverRing
{
    /// <summary>Capacity of the ring.</summary>
    public const int Length = 32;

    private readonly byte[]?[] _items = new byte[]?[Length];

    /// <summary>Puts the item with this number, once there is space.</summary>
    public void Put(int number, byte[] item)
    {
        ref byte[]? place = ref _items[number & (Length - 1)];
        var wait = default(SpinWait);
        while (Volatile.Read(ref place) is not null)
        {
            wait.SpinOnce(sleep1Threshold: -1);
        }

        Volatile.Write(ref place, item);
    }

    /// <summary>Takes the item with this number, once it has arrived.</summary>
    public byte[] Take(int number)
    {
        ref byte[]? place = ref _items[number & (Length - 1)];
        var wait = default(SpinWait);
        while (true)
        {
            if (Volatile.Read(ref place) is { } item)
            {
                Volatile.Write(ref place, null);
                return item;
            }

            wait.SpinOnce(sleep1Threshold: -1);
        }
    }
}
