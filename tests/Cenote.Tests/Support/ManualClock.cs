namespace Cenote.Tests.Support;

/// <summary>A clock that stands still until it is advanced.</summary>
internal sealed class ManualClock : TimeProvider
{
    private long _ticks;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _ticks;

    public void Advance(TimeSpan time) => _ticks += time.Ticks;
}
