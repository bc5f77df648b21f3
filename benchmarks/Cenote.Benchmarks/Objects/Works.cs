using System.Runtime.CompilerServices;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Objects;

/// <summary>The work that is done with items, from any source. Implemented by structs, like sources.</summary>
internal interface IWork
{
    /// <summary>The number of items that are allocated and freed in one run.</summary>
    int Operations { get; }

    void Run<TSource>(TSource source)
        where TSource : struct, ISource;
}

/// <summary>Allocates an item, writes to it and frees it, in a loop.</summary>
internal readonly struct LoopWork(int operations) : IWork
{
    public int Operations => operations;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        for (int i = 0; i < operations; i++)
        {
            byte[] item = source.Allocate();
            item[0] = (byte)i;
            source.Free(item);
        }
    }
}

/// <summary>
/// Like <see cref="LoopWork"/>, but calls a separate method for each item, as most programs do. The method is not inlined, so the
/// JIT keeps no state in registers between items.
/// </summary>
internal readonly struct CallWork(int operations) : IWork
{
    public int Operations => operations;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        for (int i = 0; i < operations; i++)
        {
            Pair(source, (byte)i);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Pair<TSource>(TSource source, byte value)
        where TSource : struct, ISource
    {
        byte[] item = source.Allocate();
        item[0] = value;
        source.Free(item);
    }
}

/// <summary>Repeatedly allocates several items, writes to them, and frees them in the same order.</summary>
internal readonly struct NestedWork(int items, int rounds) : IWork
{
    public int Operations => items * rounds;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        byte[][] held = new byte[items][];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < held.Length; i++)
            {
                byte[] item = source.Allocate();
                item[0] = (byte)round;
                held[i] = item;
            }

            foreach (byte[] item in held)
            {
                source.Free(item);
            }
        }
    }
}

/// <summary>
/// <see cref="LoopWork"/> on several threads concurrently. The work does not run on the thread pool, which starts with only one
/// thread per processor.
/// </summary>
internal readonly struct ThreadsWork(Crew crew, int operationsPerThread) : IWork
{
    private readonly LoopWork _loop = new(operationsPerThread);

    public int Operations => crew.Count * operationsPerThread;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        LoopWork loop = _loop;
        crew.Run(_ => loop.Run(source));
    }
}

/// <summary>Many short-lived threads, one after the other, each of which repeatedly holds several items.</summary>
internal readonly struct ChurnWork(int threads, int items, int rounds) : IWork
{
    private readonly NestedWork _nested = new(items, rounds);

    public int Operations => threads * items * rounds;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        NestedWork nested = _nested;
        for (int i = 0; i < threads; i++)
        {
            var thread = new Thread(() => nested.Run(source));
            thread.Start();
            thread.Join();
        }
    }
}
