namespace Cenote.Measurement;

/// <summary>
/// A fixed piece of managed work, whose time tells how fast the machine is at this moment: making strings of 8 chars, a thousand
/// of which are alive. It needs the processor, its caches and the collector, as what is measured does.
/// </summary>
public static class ManagedLoop
{
    /// <summary>What it does, in a few words.</summary>
    public const string Description = "new string('x', 8)";

    private const int Length = 8;
    private const int StringsPerBatch = 100_000;
    private const int Batches = 50;
    private static readonly TimeSpan s_warmUp = TimeSpan.FromMilliseconds(400);
    private static readonly string[] s_live = new string[1_000];
    private static bool s_isWarm;

    /// <summary>Nanoseconds a string, the median of 50 batches; takes some 70 ms. For one thread at a time.</summary>
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

    // Until the constructor of strings, which comes precompiled, has reached its last tier.
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
