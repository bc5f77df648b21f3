namespace Cenote.Threading;

/// <summary>
/// Waits for something that another thread does within nanoseconds once it has a processor. It never sleeps, because a sleep
/// throws when the thread is interrupted, as the one in <see cref="SpinWait"/> does.
/// </summary>
internal struct BriefWait
{
    private const int Spins = 20;
    private const int TurnsBeforeYield = 4;

    private int _turns;

    public void Once()
    {
        Thread.SpinWait(Spins);
        if (++_turns > TurnsBeforeYield)
        {
            Thread.Yield();
        }
    }
}
