namespace Cenote.Benchmarks;

/// <summary>Threads that do the same thing at the same time.</summary>
internal sealed class Crew : IDisposable
{
    private readonly Barrier _barrier;
    private readonly Thread[] _threads;
    private Action<int>? _work;

    public Crew(int threads)
    {
        Count = threads;
        _barrier = new Barrier(threads + 1);
        _threads = [.. Enumerable.Range(0, threads).Select(number => new Thread(() => Serve(number)) { IsBackground = true })];
        Array.ForEach(_threads, static thread => thread.Start());
    }

    /// <summary>How many threads.</summary>
    public int Count { get; }

    /// <summary>Runs the work on every thread, which gets its number, and waits for the last.</summary>
    public void Run(Action<int> work)
    {
        _work = work;
        _barrier.SignalAndWait();
        _barrier.SignalAndWait();
    }

    public void Dispose()
    {
        _work = null;
        _barrier.SignalAndWait();
        Array.ForEach(_threads, static thread => thread.Join());
        _barrier.Dispose();
    }

    private void Serve(int number)
    {
        while (true)
        {
            _barrier.SignalAndWait();
            if (_work is not { } work)
            {
                return;
            }

            work(number);
            _barrier.SignalAndWait();
        }
    }
}
