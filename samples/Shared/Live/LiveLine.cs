using System.Diagnostics;

namespace Cenote.Samples;

/// <summary>
/// Reads the latencies of a service on a separate thread and reports a point every quarter of a second. The threads that add
/// latencies do no extra work.
/// </summary>
internal sealed class LiveLine : IDisposable
{
    private const int PointsPerSecond = 4;

    // Counts latencies from a microsecond to six minutes, in buckets that grow by 2 %.
    private const double Step = 1.02;
    private const double MinMilliseconds = 0.001;

    private readonly LatencyLog _log;
    private readonly long _start;
    private readonly Action<LivePoint> _report;
    private readonly ManualResetEventSlim _stopping = new();
    private readonly Thread _thread;
    private readonly int[] _counts = new int[1_000];
    private int _read;

    /// <summary>Starts the thread.</summary>
    /// <param name="log">The log, to which latencies are still being added.</param>
    /// <param name="start">The start of the measured time, as a time stamp of <see cref="Stopwatch"/>.</param>
    /// <param name="report">Receives the points, in order.</param>
    public LiveLine(LatencyLog log, long start, Action<LivePoint> report)
    {
        _log = log;
        _start = start;
        _report = report;
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Reports the remaining latencies, and stops the thread.</summary>
    public void Dispose()
    {
        _stopping.Set();
        _thread.Join();
        _stopping.Dispose();
    }

    private void Run()
    {
        bool isLast;
        int points = 0;
        do
        {
            points++;
            TimeSpan left = TimeSpan.FromSeconds((double)points / PointsPerSecond) - Stopwatch.GetElapsedTime(_start);
            isLast = _stopping.Wait(left > TimeSpan.Zero ? left : TimeSpan.Zero);
            Report();
        }
        while (!isLast);
    }

    // A quarter of a second without a response has no point.
    private void Report()
    {
        ReadOnlySpan<long> ticks = _log.After(_read);
        if (ticks.IsEmpty)
        {
            return;
        }

        double highest = 0;
        foreach (long each in ticks)
        {
            double milliseconds = each * 1e3 / Stopwatch.Frequency;
            highest = Math.Max(highest, milliseconds);
            double step = Math.Ceiling(Math.Log(milliseconds / MinMilliseconds, Step));
            _counts[(int)Math.Clamp(step, 0, _counts.Length - 1)]++;
        }

        _read += ticks.Length;
        _report(new LivePoint(
            Math.Round(Stopwatch.GetElapsedTime(_start).TotalSeconds, 3), Math.Round(highest, 3), Math.Round(P99(), 3)));
    }

    private double P99()
    {
        int step = -1;
        for (long left = (_read * 99L + 99) / 100; left > 0; left -= _counts[step])
        {
            step++;
        }

        return MinMilliseconds * Math.Pow(Step, step);
    }
}
