using Cenote.Tool.Advising;

namespace Cenote.Tool.Comparing;

/// <content>Decides which differences count: those beyond the noise, and large enough to report.</content>
internal static partial class RunComparer
{
    /// <summary>As within a run, smaller differences do not count: two copies of the same code can differ by this much.</summary>
    private const double SmallestDifference = 0.03;

    /// <summary>
    /// Time ratios that differ by less count as equal: on a shared machine, they vary by this much from one hour to the next.
    /// </summary>
    private const double SmallestDifferenceOfTime = 0.1;

    /// <summary>The bytes per string that other threads of the runtime may allocate.</summary>
    private const double SmallestAllocation = 8;

    /// <summary>A slot ends after about two collections, so a factor below three may be chance.</summary>
    private const double SmallestFactorOfCollections = 3;

    private static Change CompareRatio(
        string subject, (RivalResult Rival, RivalResult Baseline) first, (RivalResult Rival, RivalResult Baseline) second, int asked)
    {
        (RivalResult before, RivalResult after) = (first.Rival, second.Rival);

        // Bonferroni correction: among many comparisons, some would otherwise be wrong by chance.
        bool isApart = RatiosOf(first) is double[] ratios && RatiosOf(second) is double[] others
            ? ProcessRounds.Differ(ratios, others, asked)
            : before.IsFasterThan(after) || after.IsFasterThan(before);
        isApart &= Math.Abs(Math.Log(after.Ratio.Median / before.Ratio.Median)) > Math.Log(1 + SmallestDifferenceOfTime);
        return new Change(
            subject,
            "time ratio",
            FigureOf(before),
            FigureOf(after),
            after.Ratio.Median / before.Ratio.Median,
            OutcomeOf(before.Ratio.Median, after.Ratio.Median, smallest: 0, isApart));

        static double[]? RatiosOf((RivalResult Rival, RivalResult Baseline) pair) =>
            pair.Rival.ProcessNanoseconds is { } own && pair.Baseline.ProcessNanoseconds is { } other && own.Count == other.Count
                ? [.. own.Zip(other, (time, baselineTime) => time / baselineTime)]
                : null;

        static ComparedFigure FigureOf(RivalResult rival) =>
            new(Units.Ratio(rival.Ratio.Median), Units.Ratios(rival.RatioInterval));
    }

    private static Change CompareAllocation(string subject, RivalResult before, RivalResult after) => Counted(
        subject, "allocated per string", before.AllocatedBytes, after.AllocatedBytes, Units.Bytes, SmallestAllocation);

    private static Change CompareMemory(string subject, HoldMeasurement before, HoldMeasurement after) => Counted(
        subject, "memory", before.TotalBytes, after.TotalBytes, bytes => Units.Bytes(bytes), Evidence.SmallestMemory);

    private static Change CompareCollections(
        string subject, (RivalResult Rival, int Rounds) before, (RivalResult Rival, int Rounds) after)
    {
        double first = before.Rival.PerMillion(before.Rival.Collections.Gen0);
        double second = after.Rival.PerMillion(after.Rival.Collections.Gen0);

        // A few more collections can be chance, because the GC reacts to the load of the whole machine.
        bool areMany = before.Rival.Collections.Gen0 >= before.Rounds || after.Rival.Collections.Gen0 >= after.Rounds;
        bool isApart = Math.Max(first, second) >= SmallestFactorOfCollections * Math.Min(first, second);
        return new Change(
            subject,
            "collections per million strings",
            new ComparedFigure(Units.Number(first)),
            new ComparedFigure(Units.Number(second)),
            FactorOf(first, second),
            OutcomeOf(first, second, smallest: 0, areMany && isApart));
    }

    private static Change Counted(
        string subject, string quantity, double before, double after, Func<double, string> show, double smallest) => new(
        subject,
        quantity,
        new ComparedFigure(show(before)),
        new ComparedFigure(show(after)),
        FactorOf(before, after),
        OutcomeOf(before, after, smallest, isApart: true));

    private static double FactorOf(double before, double after) => before == after ? 1 : after / before;

    private static Outcome OutcomeOf(double before, double after, double smallest, bool isApart)
    {
        double difference = Math.Abs(after - before);
        if (!isApart || !(difference > smallest) || !(difference > SmallestDifference * Math.Min(before, after)))
        {
            return Outcome.Unchanged;
        }

        return after < before ? Outcome.Better : Outcome.Worse;
    }
}
