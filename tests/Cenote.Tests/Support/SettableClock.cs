namespace Cenote.Tests.Support;

/// <summary>A clock whose time stamps and calendar are set separately, even backwards.</summary>
internal sealed class SettableClock : TimeProvider
{
    private long _milliseconds = 1_000_000;

    /// <summary>The time of the calendar.</summary>
    public DateTimeOffset Calendar { get; set; } = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => 1_000;

    public override long GetTimestamp() => Volatile.Read(ref _milliseconds);

    public override DateTimeOffset GetUtcNow() => Calendar;

    /// <summary>Advances only the time stamps; a negative value sets them back.</summary>
    public void Pass(int milliseconds) => Interlocked.Add(ref _milliseconds, milliseconds);
}
