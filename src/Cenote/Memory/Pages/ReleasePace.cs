namespace Cenote.Memory.Pages;

/// <summary>
/// How often a heap gives memory back by itself. Demand that swings would pay for it each time: memory that was needed again
/// within a second makes the next release wait, twice as long each time, until a release proves right.
/// </summary>
internal struct ReleasePace(TimeProvider clock)
{
    // A page of 4 KiB takes one or two microseconds: the fault, and zeros.
    private const double NanosecondsPerByte = 0.5;

    private static readonly TimeSpan s_soon = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_longestPause = TimeSpan.FromMinutes(1);

    private long _spareSince;
    private bool _wasSpare;
    private long _releasedAt;
    private TimeSpan _pause;
    private bool _hasReleased;
    private bool _wasRegretted;

    /// <summary>Whether memory may be given back now: even in several steps, while demand goes on falling.</summary>
    public readonly bool Allows => !_wasRegretted || clock.GetElapsedTime(_releasedAt) >= _pause;

    /// <summary>Notes whether there is memory to spare, each time the heap looks.</summary>
    /// <param name="isSpare">Whether there is.</param>
    /// <param name="bytes">All that the heap holds.</param>
    /// <returns>
    /// Whether it was there to be seen for as long as the operating system takes to provide it again, roughly: whoever waits that
    /// long for another use never loses more than twice what the best choice would have cost.
    /// </returns>
    public bool HasLasted(bool isSpare, ulong bytes)
    {
        long now = clock.GetTimestamp();
        if (!isSpare || !_wasSpare)
        {
            _spareSince = now;
        }

        _wasSpare = isSpare;
        return isSpare && clock.GetElapsedTime(_spareSince, now).TotalNanoseconds >= bytes * NanosecondsPerByte;
    }

    /// <summary>Notes that memory was given back.</summary>
    public void Released()
    {
        if (!_wasRegretted && clock.GetElapsedTime(_releasedAt) >= s_soon)
        {
            _pause = TimeSpan.Zero;
        }

        _releasedAt = clock.GetTimestamp();
        _hasReleased = true;
        _wasRegretted = false;
    }

    /// <summary>Notes that memory was asked for.</summary>
    public void Grew()
    {
        if (_hasReleased && !_wasRegretted && clock.GetElapsedTime(_releasedAt) < s_soon)
        {
            _wasRegretted = true;
            _pause = _pause == TimeSpan.Zero ? s_soon : _pause + _pause;
            _pause = _pause < s_longestPause ? _pause : s_longestPause;
        }
    }
}
