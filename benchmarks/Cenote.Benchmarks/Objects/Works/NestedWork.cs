using Cenote.Benchmarks.Objects.Sources;

namespace Cenote.Benchmarks.Objects.Works;

/// <summary>Allocates some items, writes to them and frees them, first in, first out; over and over.</summary>
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
