using System.Runtime.ExceptionServices;

namespace Cenote.Measurement;

/// <summary>Threads that run the same work concurrently, including the calling thread. Not thread-safe.</summary>
public sealed class Crew : IDisposable
{
    private readonly Barrier _barrier;
    private readonly Thread[] _helpers;
    private Action<int>? _work;
    private volatile Exception? _failure;

    /// <summary>Starts the threads, which then wait for work.</summary>
    /// <param name="threads">The number of threads, including the calling one.</param>
    public Crew(int threads)
    {
        Count = threads;
        _barrier = new Barrier(threads);
        _helpers =
        [
            .. Enumerable.Range(1, threads - 1).Select(number => new Thread(() => Serve(number)) { IsBackground = true }),
        ];
        Array.ForEach(_helpers, helper => helper.Start());
    }

    /// <summary>The number of threads, including the calling one.</summary>
    public int Count { get; }

    /// <summary>Runs the work once on every thread, and waits for all threads. An exception on any thread is rethrown.</summary>
    /// <param name="work">Receives the number of the thread, from 0.</param>
    public void Run(Action<int> work)
    {
        _work = work;
        _failure = null;
        _barrier.SignalAndWait();
        Work(work, 0);
        _barrier.SignalAndWait();
        if (_failure is Exception failure)
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>Stops the threads.</summary>
    public void Dispose()
    {
        _work = null;
        _barrier.SignalAndWait();
        Array.ForEach(_helpers, helper => helper.Join());
        _barrier.Dispose();
    }

    private void Serve(int number)
    {
        while (true)
        {
            _barrier.SignalAndWait();
            if (_work is not Action<int> work)
            {
                return;
            }

            Work(work, number);
            _barrier.SignalAndWait();
        }
    }

    private void Work(Action<int> work, int number)
    {
        try
        {
            work(number);
        }
        catch (Exception exception)
        {
            // The exception is kept, not rethrown: a thread that missed the barrier would block all others.
            _failure = exception;
        }
    }
}
