namespace Cenote.Threading;

/// <summary>
/// Enters a lock without fail: whoever waits is neither interrupted nor turned away for lack of the memory that waiting takes. An
/// interrupt that arrives during the wait is kept for the thread's next wait.
/// </summary>
/// <remarks>So freeing a string or an item never loses it, and a disposal that has begun does not stop halfway.</remarks>
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
}
