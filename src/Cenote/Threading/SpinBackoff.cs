namespace Cenote.Threading;

/// <summary>
/// Waits for another thread to complete a step of a few nanoseconds. Each call of <see cref="Once"/> spins; after a few calls it
/// also yields. Unlike <see cref="SpinWait"/> it never sleeps, because a sleep throws when the thread is interrupted.
/// </summary>
internal struct SpinBackoff
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
