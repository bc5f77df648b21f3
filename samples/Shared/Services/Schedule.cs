using System.Diagnostics;

namespace Cenote.Samples;

/// <summary>When the things are due that are to happen so many times a second.</summary>
/// <param name="start">When the first is due, as a time stamp of <see cref="Stopwatch"/>.</param>
/// <param name="perSecond">How many in a second.</param>
internal readonly struct Schedule(long start, int perSecond)
{
    /// <summary>Waits until one is due.</summary>
    /// <param name="number">Which, from 0 on.</param>
    /// <returns>When it was due.</returns>
    /// <remarks>The clock of a sleeping thread ticks each millisecond: half of that is in every latency, whatever a service
    /// does.</remarks>
    public long Wait(int number)
    {
        long due = start + (long)(number * (double)Stopwatch.Frequency / perSecond);
        while (Stopwatch.GetTimestamp() < due)
        {
            Thread.Sleep(1);
        }

        return due;
    }
}
