using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Cenote.Tests.Support;

/// <summary>A thread that runs steps while its caller waits: many threads with a deterministic order.</summary>
internal sealed class SteppedThread : IDisposable
{
    private readonly BlockingCollection<Action> _steps = [];
    private readonly SemaphoreSlim _done = new(0);
    private readonly Thread _thread;
    private ExceptionDispatchInfo? _failure;

    public SteppedThread()
    {
        _thread = new Thread(Work) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Runs a step on a new thread, and waits until the thread has ended.</summary>
    public static void RunOnce(Action step)
    {
        using var thread = new SteppedThread();
        thread.Run(step);
    }

    /// <summary>Runs a step and waits for it; its exception is rethrown here.</summary>
    public void Run(Action step)
    {
        _steps.Add(step);
        _done.Wait();
        ExceptionDispatchInfo? failure = _failure;
        _failure = null;
        failure?.Throw();
    }

    public T Run<T>(Func<T> step)
    {
        T result = default!;
        Run(() => { result = step(); });
        return result;
    }

    /// <summary>Stops the thread and waits for its end.</summary>
    public void Dispose()
    {
        _steps.CompleteAdding();
        _thread.Join();
        _steps.Dispose();
        _done.Dispose();
    }

    private void Work()
    {
        foreach (Action step in _steps.GetConsumingEnumerable())
        {
            try
            {
                step();
            }
            catch (Exception exception)
            {
                _failure = ExceptionDispatchInfo.Capture(exception);
            }

            _done.Release();
        }
    }
}
