namespace Cenote.Threading;

/// <summary>
/// Enters locks that are always got: whoever waits is neither interrupted nor turned away because the memory to wait with is
/// missing. An interrupt that comes in between is kept for the next wait of the thread.
/// </summary>
/// <remarks>So freeing a string or an item does not lose it, and what has begun to end does not stop halfway.</remarks>
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
