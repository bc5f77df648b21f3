using System.Runtime;

namespace Cenote.Measurement;

/// <summary>
/// Simulates a program that allocates short-lived strings during background collections, because users notice the pauses of a
/// collection, not its duration.
/// </summary>
public static class AllocatingProgram
{
    private const int Length = 24;
    private const int StringsPerLook = 2_000;
    private static readonly TimeSpan s_longestWait = TimeSpan.FromSeconds(2);
    private static readonly string[] s_live = new string[1_000];

    /// <summary>
    /// Allocates during several background collections and returns the longest GC pause in milliseconds; null if the process has
    /// no background GC.
    /// </summary>
    /// <param name="collections">The number of background collections to wait for.</param>
    public static double? LongestPause(int collections)
    {
        if (GCSettings.LatencyMode == GCLatencyMode.Batch)
        {
            return null;
        }

        using var watch = new CollectionWatch();
        double longest = 0;
        for (int i = 0; i < collections; i++)
        {
            longest = Math.Max(longest, AllocateWhileCollecting());
        }

        Array.Clear(s_live);
        return Math.Max(longest, watch.Read().LongestPauseMilliseconds);
    }

    private static double AllocateWhileCollecting()
    {
        int begun = GC.CollectionCount(0);
        long latest = LatestFullCollection().Index;
        long start = Stopwatch.GetTimestamp();
        StartCollection();
        while (Stopwatch.GetElapsedTime(start) < s_longestWait)
        {
            for (int i = 0; i < StringsPerLook; i++)
            {
                s_live[i % s_live.Length] = new string('x', Length);
            }

            GCMemoryInfo info = LatestFullCollection();
            if (info.Index > begun)
            {
                double longest = 0;
                foreach (TimeSpan pause in info.PauseDurations)
                {
                    longest = Math.Max(longest, pause.TotalMilliseconds);
                }

                return longest;
            }

            // The GC starts no background collection during another one.
            if (info.Index != latest)
            {
                latest = info.Index;
                StartCollection();
            }
        }

        return 0;
    }

    private static void StartCollection() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);

    // On a heap of a few megabytes, the background GC runs a blocking collection instead, so both kinds are checked.
    private static GCMemoryInfo LatestFullCollection()
    {
        GCMemoryInfo background = GC.GetGCMemoryInfo(GCKind.Background);
        GCMemoryInfo blocking = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        return background.Index > blocking.Index ? background : blocking;
    }
}
