namespace Cenote.Tests.Support;

/// <summary>A clock whose timestamp and date are set separately, even backwards.</summary>
internal sealed class SettableClock : TimeProvider
{
    private long _milliseconds = 1_000_000;

    /// <summary>The current date and time.</summary>
    public DateTimeOffset Calendar { get; set; } = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => 1_000;

    public override long GetTimestamp() => Volatile.Read(ref _milliseconds);

    public override DateTimeOffset GetUtcNow() => Calendar;

    /// <summary>Advances only the timestamp; a negative value sets it back.</summary>
    public void Pass(int milliseconds) => Interlocked.Add(ref _milliseconds, milliseconds);
}
