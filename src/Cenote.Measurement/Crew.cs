using System.Runtime.ExceptionServices;

namespace Cenote.Measurement;

/// <summary>Threads that do the same thing at the same time, the calling thread among them. Not thread-safe.</summary>
public sealed class Crew : IDisposable
{
    private readonly Barrier _barrier;
    private readonly Thread[] _helpers;
    private Action<int>? _work;
    private volatile Exception? _failure;

    /// <summary>Starts the threads, which then wait.</summary>
    /// <param name="threads">How many there are, the calling one included.</param>
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

    /// <summary>How many threads there are, the calling one included.</summary>
    public int Count { get; }

    /// <summary>Lets every thread do the work once and waits for the last. What one of them throws reaches the caller.</summary>
    /// <param name="work">Gets the number of the thread, from 0.</param>
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

    /// <summary>Ends the threads.</summary>
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
            // A thread that did not come to the barrier would keep all others waiting.
            _failure = exception;
        }
    }
}
