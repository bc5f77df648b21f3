using System.Diagnostics;

namespace Cenote.Check;

/// <summary>The usual way to do something, and Cenote's.</summary>
/// <param name="Name">What is done.</param>
/// <param name="Usual">Who does it the usual way.</param>
/// <param name="Operations">Operations in one call of either.</param>
/// <param name="ByUsual">Does it; returns a checksum.</param>
/// <param name="ByCenote">Does the same; returns the same checksum.</param>
internal sealed record Duel(string Name, string Usual, int Operations, Func<long> ByUsual, Func<long> ByCenote)
{
    /// <summary>Takes turns for some rounds; of each figure the median round counts.</summary>
    public DuelResult Run(int rounds, TimeSpan turn)
    {
        if (ByUsual() != ByCenote())
        {
            throw new InvalidOperationException($"{Name}: the two do not do the same.");
        }

        WarmUp(turn);
        var results = new (Cost Usual, Cost Own)[rounds];
        for (int round = 0; round < rounds; round++)
        {
            bool usualFirst = round % 2 == 0;
            Cost first = Time(usualFirst ? ByUsual : ByCenote, turn);
            Cost second = Time(usualFirst ? ByCenote : ByUsual, turn);
            results[round] = usualFirst ? (first, second) : (second, first);
        }

        return new DuelResult(
            Median(results.Select(round => round.Usual.Wall * 1e9 / Operations)),
            Median(results.Select(round => round.Usual.Wall / round.Own.Wall)),
            Median(results.Select(round => round.Usual.Processor / round.Own.Processor)),
            results.Min(round => round.Usual.Wall / round.Own.Wall),
            results.Max(round => round.Usual.Wall / round.Own.Wall));
    }

    // The JIT compiler replaces a method some time after it was called often.
    private void WarmUp(TimeSpan turn)
    {
        for (int i = 0; i < 3; i++)
        {
            Time(ByUsual, turn);
            Time(ByCenote, turn);
            Thread.Sleep(turn);
        }
    }

    private static Cost Time(Func<long> work, TimeSpan atLeast)
    {
        TimeSpan processorBefore = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        int calls = 0;
        do
        {
            work();
            calls++;
        }
        while (Stopwatch.GetElapsedTime(start) < atLeast);

        double wall = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return new Cost(wall / calls, (Environment.CpuUsage.TotalTime - processorBefore).TotalSeconds / calls);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    private readonly record struct Cost(double Wall, double Processor);
}

/// <summary>What a duel showed.</summary>
/// <param name="UsualNanoseconds">Time of an operation the usual way.</param>
/// <param name="TimesAsFast">By the clock.</param>
/// <param name="TimesByProcessor">By the processor time of the whole process, in which the collector's threads count.</param>
/// <param name="Least">The least <paramref name="TimesAsFast"/> of a round.</param>
/// <param name="Most">The greatest.</param>
internal sealed record DuelResult(double UsualNanoseconds, double TimesAsFast, double TimesByProcessor, double Least, double Most);
