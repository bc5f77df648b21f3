using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

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
