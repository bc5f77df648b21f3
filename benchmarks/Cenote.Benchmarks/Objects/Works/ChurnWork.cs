using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>Many short threads, one after the other, each of which holds some items some times.</summary>
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
