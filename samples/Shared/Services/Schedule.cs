using System.Diagnostics;

namespace Cenote.Samples;

/// <summary>When each of a sequence of events is due, at a fixed rate per second.</summary>
/// <param name="start">When the first event is due, as a time stamp of <see cref="Stopwatch"/>.</param>
/// <param name="perSecond">Events per second.</param>
internal readonly struct Schedule(long start, int perSecond)
{
    /// <summary>Waits until an event is due.</summary>
    /// <param name="number">The number of the event, from 0.</param>
    /// <returns>When the event was due.</returns>
    /// <remarks>A sleeping thread wakes at ticks of one millisecond, which adds half a millisecond to every latency on
    /// average.</remarks>
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
