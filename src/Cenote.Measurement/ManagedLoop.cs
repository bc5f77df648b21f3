namespace Cenote.Measurement;

/// <summary>
/// The calibration loop, whose time shows the current speed of the machine: it allocates strings of 8 chars, a thousand of which
/// are live. Like the measured code, it depends on the processor, its caches and the GC.
/// </summary>
public static class ManagedLoop
{
    /// <summary>A short description.</summary>
    public const string Description = "new string('x', 8)";

    private const int Length = 8;
    private const int StringsPerBatch = 100_000;
    private const int Batches = 50;
    private static readonly TimeSpan s_warmUp = TimeSpan.FromMilliseconds(400);
    private static readonly string[] s_live = new string[1_000];
    private static bool s_isWarm;

    /// <summary>
    /// Returns the nanoseconds per string: the median of 50 batches, which take about 70 ms in total. Not thread-safe.
    /// </summary>
    public static double Measure()
    {
        WarmUp();
        GC.Collect();
        Span<double> times = stackalloc double[Batches];
        foreach (ref double time in times)
        {
            long start = Stopwatch.GetTimestamp();
            MakeStrings();
            time = Stopwatch.GetElapsedTime(start).TotalNanoseconds / StringsPerBatch;
        }

        return Spread.Of(times).Median;
    }

    // Runs long enough for the constructor of string, which is precompiled, to reach the last tier.
    private static void WarmUp()
    {
        long start = Stopwatch.GetTimestamp();
        while (!s_isWarm && Stopwatch.GetElapsedTime(start) < s_warmUp)
        {
            MakeStrings();
        }

        s_isWarm = true;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void MakeStrings()
    {
        string[] live = s_live;
        for (int i = 0, place = 0; i < StringsPerBatch; i++)
        {
            live[place] = new string('x', Length);
            place = place == live.Length - 1 ? 0 : place + 1;
        }
    }
}
