using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>One thread allocates items, writes to them and hands them over; another one reads and frees them.</summary>
internal readonly struct HandOverWork(Crew crew, int operations) : IWork
{
    /// <summary>Threads that it takes.</summary>
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
