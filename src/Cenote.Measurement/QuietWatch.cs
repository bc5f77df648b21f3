namespace Cenote.Measurement;

/// <summary>
/// Checks during a run whether the machine runs at its usual speed, and whether other processes use it. Not thread-safe.
/// </summary>
public sealed class QuietWatch
{
    private const int Attempts = 5;
    private static readonly TimeSpan s_interval = TimeSpan.FromSeconds(3);

    private readonly Func<double> _loop;
    private readonly Func<ProcessorTimes?> _times;
    private readonly double? _usual;
    private readonly ProcessorTimes? _timesAtStart;
    private readonly List<double> _samples = [];
    private long _lastSample;

    /// <summary>Takes a first sample.</summary>
    /// <param name="usualNanoseconds">The time of <see cref="ManagedLoop"/> on this processor when idle; null if unknown.</param>
    public QuietWatch(double? usualNanoseconds)
        : this(usualNanoseconds, ManagedLoop.Measure, ProcessorTimes.Now)
    {
    }

    internal QuietWatch(double? usualNanoseconds, Func<double> loop, Func<ProcessorTimes?> times)
    {
        _usual = usualNanoseconds;
        _loop = loop;
        _times = times;
        _timesAtStart = times();
        Sample();
    }

    /// <summary>Takes a sample if the last one is at least three seconds old. Call it between measurements.</summary>
    public void Pass()
    {
        if (Stopwatch.GetElapsedTime(_lastSample) >= s_interval)
        {
            Sample();
        }
    }

    /// <summary>Takes a last sample.</summary>
    /// <returns>The results.</returns>
    public Quietness Finish()
    {
        Sample();
        double? others = _times() is { } now && _timesAtStart is { } start ? now.OthersSince(start) : null;
        return new Quietness(_usual, Spread.Of(_samples.ToArray()), _samples.Count, others);
    }

    // An outlier of the loop itself does not mean that the measurements are noisy, so the loop runs again.
    private void Sample()
    {
        double usual = _usual ?? _samples.DefaultIfEmpty(double.MaxValue).Min();
        double sample = _loop();
        for (int attempt = 1; attempt < Attempts && sample > usual * Quietness.GreatestStray; attempt++)
        {
            sample = Math.Min(sample, _loop());
        }

        _samples.Add(sample);
        _lastSample = Stopwatch.GetTimestamp();
    }
}
