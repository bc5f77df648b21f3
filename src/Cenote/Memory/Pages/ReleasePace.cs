namespace Cenote.Memory.Pages;

/// <summary>
/// Decides how often a heap returns memory by itself. If memory is needed again within a second, the release is regretted: the
/// pause before the next one doubles until a release is not regretted. Otherwise fluctuating demand would pay for each release.
/// </summary>
internal struct ReleasePace(TimeProvider clock)
{
    // A page of 4 KiB costs one or two microseconds: the page fault, and zeroing.
    private const double NanosecondsPerByte = 0.5;

    private static readonly TimeSpan s_soon = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_longestPause = TimeSpan.FromMinutes(1);

    private long _spareSince;
    private bool _wasSpare;
    private long _releasedAt;
    private TimeSpan _pause;
    private bool _hasReleased;
    private bool _wasRegretted;

    /// <summary>Whether memory may be returned now, also in several steps while demand keeps falling.</summary>
    public readonly bool Allows => !_wasRegretted || clock.GetElapsedTime(_releasedAt) >= _pause;

    /// <summary>Records whether there is spare memory, each time the heap checks.</summary>
    /// <param name="isSpare">Whether there is.</param>
    /// <param name="bytes">All bytes that the heap holds.</param>
    /// <returns>Whether it was spare for about as long as the operating system takes to provide it again. Waiting that long costs
    /// at most twice as much as the best choice (ski rental).</returns>
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

    /// <summary>Records that memory was returned.</summary>
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

    /// <summary>Records that memory was requested.</summary>
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
