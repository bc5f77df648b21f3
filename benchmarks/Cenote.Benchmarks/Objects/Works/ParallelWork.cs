using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>The benchmark that is published: <see cref="LoopWork"/> on the thread pool, as often at the same time as there are threads for it.</summary>
internal readonly struct ParallelWork(int threads, int operationsPerThread) : IWork
{
    private readonly LoopWork _loop = new(operationsPerThread);
    private readonly ParallelOptions _options = new() { MaxDegreeOfParallelism = threads };

    public int Operations => threads * operationsPerThread;

    public void Run<TSource>(TSource source)
        where TSource : struct, ISource
    {
        LoopWork loop = _loop;
        Parallel.For(0, threads, _options, _ => loop.Run(source));
    }
}
