namespace Cenote.Threading;

/// <summary>
/// Waits for what another thread does within nanoseconds once it has a processor. It never sleeps, for a sleep throws where the
/// thread is interrupted, as that of <see cref="SpinWait"/> does.
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
