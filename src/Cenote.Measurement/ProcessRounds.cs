namespace Cenote.Measurement;

/// <summary>
/// One comparison out of several of the same rivals, each made in a process of its own. What differs from one process to the
/// next, such as where memory lies, is more than what differs within one, so the intervals are those of processes.
/// </summary>
/// <remarks>
/// The interval of a ratio is that of Student's t over the logarithms of the processes' ratios. With so few processes a rival
/// may look quieter than it is by chance, so its variance is moderated by that of all rivals together, as in Smyth, "Linear
/// models and empirical Bayes methods" (2004). Bonferroni's correction makes all intervals of a comparison hold together.
/// </remarks>
public static class ProcessRounds
{
    /// <summary>How sure the intervals of one comparison are to contain all its true ratios together.</summary>
    public const double Confidence = 0.95;

    /// <summary>So many degrees of freedom the variance of all rivals counts for, beside the rival's own.</summary>
    public const double PriorDegrees = 4;

    /// <summary>
    /// Two processes that do the same differ by this share at least, even where a handful of them agree by chance.
    /// </summary>
    public const double SmallestDeviation = 0.03;

    /// <summary>Merges comparisons.</summary>
    /// <param name="processes">The same rivals in the same order, one comparison for each process.</param>
    /// <param name="smallestDifference">As <see cref="SideBySideOptions.SmallestDifference"/>.</param>
    /// <exception cref="ArgumentException">There are none, or their rivals differ.</exception>
    public static Comparison Merge(IReadOnlyList<Comparison> processes, double smallestDifference = 0.03)
    {
        ArgumentNullException.ThrowIfNull(processes);
        if (processes.Count == 0 || processes.Any(process => !NamesOf(process).SequenceEqual(NamesOf(processes[0]), StringComparer.Ordinal)))
        {
            throw new ArgumentException("Every process compares the same rivals in the same order.", nameof(processes));
        }

        Comparison first = processes[0];
        double[] baseline = Medians(processes, 0);
        double[][] ratios =
        [
            .. first.Rivals.Select((_, rival) => Medians(processes, rival)
                .Zip(baseline, (own, other) => other == 0 ? 1 : own / other).ToArray()),
        ];
        double common = CommonVariance(ratios);
        return first with
        {
            Rounds = processes.Count,
            Rivals =
            [
                .. first.Rivals.Select((rival, index) => Merge(
                    [.. processes.Select(process => process.Rivals[index])],
                    ratios[index],
                    index == 0 ? new MedianInterval(1, 1) : Interval(ratios[index], common, ratios.Length - 1),
                    smallestDifference)),
            ],
        };
    }

    /// <summary>Where the true ratio lies.</summary>
    /// <param name="ratios">The ratio in each process.</param>
    /// <param name="commonVariance">The variance of logarithms that rivals have in common.</param>
    /// <param name="comparisons">How many intervals have to hold together.</param>
    public static MedianInterval Interval(IReadOnlyList<double> ratios, double commonVariance, int comparisons)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        if (ratios.Count < 2 || ratios.Any(ratio => !(ratio > 0)))
        {
            return new MedianInterval(double.NegativeInfinity, double.PositiveInfinity);
        }

        (double mean, double reach) = (MeanOf(ratios), ReachOf(ratios, commonVariance, comparisons));
        return new MedianInterval(Math.Exp(mean - reach), Math.Exp(mean + reach));
    }

    /// <summary>
    /// Whether the true ratio of two measurements differs, if so many such questions are asked at once: by a two-sided test of
    /// the difference of their logarithms.
    /// </summary>
    /// <param name="ratios">The ratio in each process of the one.</param>
    /// <param name="others">That in each process of the other.</param>
    /// <param name="comparisons">How many questions are asked.</param>
    public static bool Differ(IReadOnlyList<double> ratios, IReadOnlyList<double> others, int comparisons)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        ArgumentNullException.ThrowIfNull(others);
        if (ratios.Count < 2 || others.Count < 2 || ratios.Concat(others).Any(ratio => !(ratio > 0)))
        {
            return false;
        }

        // Both are the same question in two runs, so each knows something of the other's noise.
        double common = CommonVariance([[.. ratios], [.. others]], countsFirst: true);
        (double reach, double otherReach) =
            (ReachOf(ratios, common, comparisons), ReachOf(others, common, comparisons));
        return Math.Abs(MeanOf(ratios) - MeanOf(others)) > Math.Sqrt((reach * reach) + (otherReach * otherReach));
    }

    private static double ReachOf(IReadOnlyList<double> ratios, double commonVariance, int comparisons)
    {
        double own = ratios.Count - 1;
        double variance = ((PriorDegrees * commonVariance) + (own * VarianceOf(ratios))) / (PriorDegrees + own);
        double quantile = StudentT.TwoSidedQuantile((1 - Confidence) / Math.Max(1, comparisons), PriorDegrees + own);
        return quantile * Math.Sqrt(variance / ratios.Count);
    }

    private static RivalResult Merge(
        IReadOnlyList<RivalResult> processes, double[] ratios, MedianInterval interval, double smallestDifference)
    {
        RivalResult first = processes[0];
        double[] times = [.. processes.Select(process => process.Nanoseconds.Median)];
        long operations = processes.Sum(process => process.CollectionsOperations);
        double ratio = Math.Exp(MeanOf(ratios));
        return first with
        {
            // The mean of logarithms, whose quotient is that of the ratios: what stands side by side agrees.
            Nanoseconds = Spread.Of(times) with { Median = times.Any(time => time <= 0) ? 0 : Math.Exp(MeanOf(times)) },
            Ratio = Spread.Of(ratios) with { Median = ratio },
            RatioInterval = interval,
            AllocatedBytes = processes.Sum(process => process.AllocatedBytes * process.CollectionsOperations)
                / Math.Max(1, operations),
            CollectionsOperations = operations,
            Collections = processes.Aggregate(
                CollectionStatistics.None, (sum, process) => sum.Plus(process.Collections)),
            Verdict = first.Verdict == Verdict.Baseline
                ? Verdict.Baseline
                : RivalRecord.VerdictOf(interval, ratio, smallestDifference),
            ProcessNanoseconds = times,
        };
    }

    private static IEnumerable<string> NamesOf(Comparison comparison) => comparison.Rivals.Select(rival => rival.Name);

    private static double[] Medians(IReadOnlyList<Comparison> processes, int rival) =>
        [.. processes.Select(process => process.Rivals[rival].Nanoseconds.Median)];

    // The ratios of the baseline to itself tell nothing.
    private static double CommonVariance(double[][] ratios, bool countsFirst = false)
    {
        double[] variances =
        [
            .. ratios.Skip(countsFirst ? 0 : 1).Where(own => own.Length > 1 && own.All(ratio => ratio > 0)).Select(VarianceOf),
        ];
        double least = SmallestDeviation * SmallestDeviation;
        return variances.Length == 0 ? least : Math.Max(least, variances.Average());
    }

    private static double MeanOf(IReadOnlyList<double> values) =>
        values.Any(value => value <= 0) ? 0 : values.Average(Math.Log);

    private static double VarianceOf(IReadOnlyList<double> ratios)
    {
        double mean = MeanOf(ratios);
        return ratios.Sum(ratio => Math.Pow(Math.Log(ratio) - mean, 2)) / (ratios.Count - 1);
    }
}
