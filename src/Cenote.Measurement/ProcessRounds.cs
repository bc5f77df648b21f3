namespace Cenote.Measurement;

/// <summary>
/// Combines comparisons of the same rivals from several processes into one. Processes vary more than the rounds within a process,
/// for example in memory layout, so intervals are computed over processes.
/// </summary>
/// <remarks>
/// The interval of a ratio uses Student's t over the logarithms of the ratios of the processes. With few processes, the variance
/// of a rival may be underestimated by chance, so it is moderated with the variance of all rivals, as in Smyth, "Linear models
/// and empirical Bayes methods" (2004). Bonferroni's correction makes all intervals of a comparison hold simultaneously.
/// </remarks>
public static class ProcessRounds
{
    /// <summary>The confidence that all intervals of a comparison contain their true ratios.</summary>
    public const double Confidence = 0.95;

    /// <summary>The degrees of freedom that the variance of all rivals adds to those of a single rival.</summary>
    public const double PriorDegrees = 4;

    /// <summary>
    /// The minimum standard deviation assumed between processes that run the same work: a few processes may agree by chance.
    /// </summary>
    public const double SmallestDeviation = 0.03;

    /// <summary>Merges comparisons.</summary>
    /// <param name="processes">The comparisons, one per process, of the same rivals in the same order.</param>
    /// <param name="smallestDifference">
    /// The minimum difference that counts; see <see cref="SideBySideOptions.SmallestDifference"/>.
    /// </param>
    /// <exception cref="ArgumentException">There are no comparisons, or their rivals differ.</exception>
    public static Comparison Merge(IReadOnlyList<Comparison> processes, double smallestDifference = 0.03)
    {
        ArgumentNullException.ThrowIfNull(processes);
        if (processes.Count == 0 || processes.Any(process => !NamesOf(process).SequenceEqual(NamesOf(processes[0]), StringComparer.Ordinal)))
        {
            throw new ArgumentException("Pass at least one comparison. All must have the same rivals in the same order.", nameof(processes));
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

    /// <summary>Computes the confidence interval of the true ratio.</summary>
    /// <param name="ratios">The ratio in each process.</param>
    /// <param name="commonVariance">The common variance of the logarithms of the ratios of all rivals.</param>
    /// <param name="comparisons">The number of simultaneous intervals.</param>
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
    /// Whether the true ratios of two measurements differ, by a two-sided test of the difference of their logarithms.
    /// </summary>
    /// <param name="ratios">The ratios of the first measurement, one per process.</param>
    /// <param name="others">The ratios of the second measurement, one per process.</param>
    /// <param name="comparisons">The number of ratios tested simultaneously.</param>
    public static bool Differ(IReadOnlyList<double> ratios, IReadOnlyList<double> others, int comparisons)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        ArgumentNullException.ThrowIfNull(others);
        if (ratios.Count < 2 || others.Count < 2 || ratios.Concat(others).Any(ratio => !(ratio > 0)))
        {
            return false;
        }

        // Both parameters are measurements of the same work in two runs, so each variance is evidence of the other's noise.
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
            // The geometric mean, so that the quotient of two times equals the ratio in the same row.
            Nanoseconds = Spread.Of(times) with { Median = times.Any(time => time <= 0) ? 0 : Math.Exp(MeanOf(times)) },
            Ratio = Spread.Of(ratios) with { Median = ratio },
            RatioInterval = interval,
            // The median ignores one-time allocations of the runtime.
            AllocatedBytes = Spread.Of([.. processes.Select(process => process.AllocatedBytes)]).Median,
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

    // The ratios of the baseline to itself contain no information.
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
