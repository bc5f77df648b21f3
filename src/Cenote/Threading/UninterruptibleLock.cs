namespace Cenote.Threading;

/// <summary>
/// Waits that cannot fail: neither <see cref="Thread.Interrupt"/> nor a lack of memory ends them. An interrupt during the wait is
/// deferred to the thread's next wait.
/// </summary>
/// <remarks>Therefore freeing never leaks, disposal never stops halfway, and no memory is freed while a task uses it.</remarks>
internal static class UninterruptibleLock
{
    public static Lock.Scope Enter(Lock gate)
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                Lock.Scope scope = gate.EnterScope();
                if (isInterrupted)
                {
                    Thread.CurrentThread.Interrupt();
                }

                return scope;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
            catch (OutOfMemoryException)
            {
                Thread.Yield();
            }
        }
    }

    /// <summary>
    /// Waits for a task, and does not throw even if it fails or is canceled. A task that is queued may run inline.
    /// </summary>
    public static void Wait(Task task)
    {
        bool isInterrupted = false;
        while (!task.IsCompleted)
        {
            try
            {
                task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
            catch (OutOfMemoryException)
            {
                Thread.Yield();
            }
        }

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
