namespace Cenote.Memory.Pages;

/// <summary>
/// Decides how often a heap automatically returns memory. If a heap needs memory again within a second of a release, the pause
/// before the next release doubles, up to a minute; otherwise it is reset to zero. So fluctuating demand does not cause repeated
/// releases.
/// </summary>
internal struct ReleasePace(TimeProvider clock)
{
    // A page of 4 KiB costs one or two microseconds, for the page fault and zeroing.
    private const double PageFaultNanosecondsPerByte = 0.5;

    private static readonly TimeSpan s_regrowthWindow = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_maxPause = TimeSpan.FromMinutes(1);

    private long _spareSince;
    private bool _wasSpare;
    private long _releasedAt;
    private TimeSpan _pause;
    private bool _hasReleased;
    private bool _grewSoonAfterRelease;

    /// <summary>
    /// Whether memory may be returned now. Stays true for consecutive releases while demand keeps falling.
    /// </summary>
    public readonly bool Allows => !_grewSoonAfterRelease || clock.GetElapsedTime(_releasedAt) >= _pause;

    /// <summary>Records whether the heap has spare memory. Called at every check.</summary>
    /// <param name="isSpare">Whether the heap has spare memory now.</param>
    /// <param name="bytes">All bytes that the heap holds.</param>
    /// <returns>Whether memory was spare for about as long as the operating system would take to provide all these bytes again.
    /// Waiting that long costs at most twice as much as the optimal choice (ski rental problem).</returns>
    public bool HasLasted(bool isSpare, ulong bytes)
    {
        long now = clock.GetTimestamp();
        if (!isSpare || !_wasSpare)
        {
            _spareSince = now;
        }

        _wasSpare = isSpare;
        return isSpare && clock.GetElapsedTime(_spareSince, now).TotalNanoseconds >= bytes * PageFaultNanosecondsPerByte;
    }

    /// <summary>Records that memory was returned.</summary>
    public void Released()
    {
        if (!_grewSoonAfterRelease && clock.GetElapsedTime(_releasedAt) >= s_regrowthWindow)
        {
            _pause = TimeSpan.Zero;
        }

        _releasedAt = clock.GetTimestamp();
        _hasReleased = true;
        _grewSoonAfterRelease = false;
    }

    /// <summary>Records that memory was requested.</summary>
    public void Grew()
    {
        if (_hasReleased && !_grewSoonAfterRelease && clock.GetElapsedTime(_releasedAt) < s_regrowthWindow)
        {
            _grewSoonAfterRelease = true;
            _pause = _pause == TimeSpan.Zero ? s_regrowthWindow : _pause + _pause;
            _pause = _pause < s_maxPause ? _pause : s_maxPause;
        }
    }
}
