using System.Diagnostics;

namespace Cenote.Check;

/// <summary>The usual way to do an operation, and Cenote's way.</summary>
/// <param name="Name">The operation.</param>
/// <param name="Usual">The usual way.</param>
/// <param name="Operations">Operations in one call of either delegate.</param>
/// <param name="ByUsual">Runs the operations in the usual way; returns a checksum.</param>
/// <param name="ByCenote">Runs the operations with Cenote; returns the same checksum.</param>
internal sealed record Duel(string Name, string Usual, int Operations, Func<long> ByUsual, Func<long> ByCenote)
{
    /// <summary>Runs both ways in each round; returns medians, and the lowest and highest ratio of a round.</summary>
    public DuelResult Run(int rounds, TimeSpan turn)
    {
        if (ByUsual() != ByCenote())
        {
            throw new InvalidOperationException($"{Name}: the checksums differ.");
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

    // The JIT replaces a frequently called method only after a delay.
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

/// <summary>The results of a duel.</summary>
/// <param name="UsualNanoseconds">The time of one operation in the usual way, in nanoseconds.</param>
/// <param name="TimesAsFast">The wall-clock time of the usual way, divided by that of Cenote.</param>
/// <param name="TimesByProcessor">The same ratio for CPU times of the whole process, including the GC's threads.</param>
/// <param name="Least">The lowest <paramref name="TimesAsFast"/> of a round.</param>
/// <param name="Most">The highest <paramref name="TimesAsFast"/> of a round.</param>
internal sealed record DuelResult(double UsualNanoseconds, double TimesAsFast, double TimesByProcessor, double Least, double Most);
