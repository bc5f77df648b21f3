namespace Cenote.Threading;

/// <summary>
/// Enters a lock, or waits for a task, without fail: whoever waits is neither interrupted nor turned away for lack of the memory that
/// waiting takes. An interrupt that arrives during the wait is kept for the thread's next wait.
/// </summary>
/// <remarks>
/// So freeing a string or an item never loses it, a disposal that has begun does not stop halfway, and nothing that a task uses is
/// freed beneath it.
/// </remarks>
internal static class Uninterrupted
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

    /// <summary>Waits until a task has ended, in whichever way: nothing is thrown. One that has not begun may run here.</summary>
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
