using System.Buffers;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Threads that rent from the shared array pool, three arrays at a time, until this object is disposed.</summary>
internal sealed class PoolHammer : IDisposable
{
    private readonly Thread[] _threads;
    private volatile bool _stops;

    public PoolHammer(int threads, int length)
    {
        _threads = [.. Enumerable.Range(0, threads).Select(_ => new Thread(() => Rent(length)) { IsBackground = true })];
        Array.ForEach(_threads, static thread => thread.Start());
    }

    public void Dispose()
    {
        _stops = true;
        Array.ForEach(_threads, static thread => thread.Join());
    }

    private void Rent(int length)
    {
        while (!_stops)
        {
            byte[] one = ArrayPool<byte>.Shared.Rent(length);
            byte[] two = ArrayPool<byte>.Shared.Rent(length);
            byte[] three = ArrayPool<byte>.Shared.Rent(length);
            one[0] = two[0] = three[0] = 1;
            ArrayPool<byte>.Shared.Return(three);
            ArrayPool<byte>.Shared.Return(two);
            ArrayPool<byte>.Shared.Return(one);
        }
    }
}
