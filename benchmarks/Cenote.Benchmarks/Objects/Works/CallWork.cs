using System.Runtime.CompilerServices;
using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>The same as <see cref="LoopWork"/> in a method of its own, as most programs do it: nothing is kept from one pair to the next.</summary>
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
