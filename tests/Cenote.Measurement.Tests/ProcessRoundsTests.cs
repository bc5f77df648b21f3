namespace Cenote.Measurement.Tests;

public class ProcessRoundsTests
{
    [Fact]
    public void What_stands_side_by_side_agrees()
    {
        Comparison merged = ProcessRounds.Merge([Process(100, 40), Process(120, 66), Process(90, 45)]);

        Assert.Equal(
            merged["rival"].Ratio.Median,
            merged["rival"].Nanoseconds.Median / merged["baseline"].Nanoseconds.Median,
            12);
        Assert.Equal(3, merged.Rounds);
        Assert.Equal([40, 66, 45], merged["rival"].ProcessNanoseconds!);
        Assert.Equal(Verdict.Baseline, merged["baseline"].Verdict);
    }

    [Fact]
    public void Allocations_in_only_one_process_do_not_count()
    {
        double[] allocated = [0, 0.03, 0];
        Comparison merged = ProcessRounds.Merge([.. allocated.Select(bytes => Process(100, 40, bytes))]);

        Assert.Equal(0, merged["rival"].AllocatedBytes);
    }

    [Fact]
    public void A_clear_difference_is_one_and_noise_is_none()
    {
        Assert.Equal(Verdict.Faster, ProcessRounds.Merge([Process(100, 50), Process(101, 51), Process(99, 49)])["rival"].Verdict);
        Assert.Equal(
            Verdict.TooCloseToCall,
            ProcessRounds.Merge([Process(100, 90), Process(100, 112), Process(100, 95)])["rival"].Verdict);
        Assert.Equal(Verdict.TooCloseToCall, ProcessRounds.Merge([Process(100, 50)])["rival"].Verdict);
    }

    [Fact]
    public void Runs_of_the_same_noise_are_hardly_ever_told_apart()
    {
        const int Seed = 20261123;
        const int Trials = 2_000;
        var random = new Random(Seed);
        int apart = Enumerable.Range(0, Trials).Count(_ => ProcessRounds.Differ(Any(), Any(), comparisons: 100));

        Assert.True(apart <= 2, $"Seed {Seed}: {apart} of {Trials}");
        Assert.True(ProcessRounds.Differ([1, 1.01, 0.99, 1, 1], [1.5, 1.51, 1.49, 1.5, 1.5], comparisons: 100));

        // Results of five processes, with a standard deviation of about 5 %.
        double[] Any() => [.. Enumerable.Range(0, 5).Select(_ => Math.Exp(0.05 * Normal()))];

        double Normal() =>
            Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
    }

    [Fact]
    public void Other_rivals_are_refused()
    {
        Comparison other = Process(1, 1) with { Rivals = [Process(1, 1).Rivals[0]] };

        Assert.Throws<ArgumentException>(() => ProcessRounds.Merge([]));
        Assert.Throws<ArgumentException>(() => ProcessRounds.Merge([Process(1, 1), other]));
    }

    private static Comparison Process(double baseline, double rival, double allocated = 0) => new(
        "step", 1, 1, [Of("baseline", baseline, Verdict.Baseline), Of("rival", rival, Verdict.TooCloseToCall, allocated)]);

    private static RivalResult Of(string name, double time, Verdict verdict, double allocated = 0)
    {
        var spread = new Spread(time, time, time, time, time);
        return new RivalResult(
            name, 1, spread, spread, new MedianInterval(1, 1), allocated, 1, CollectionStatistics.None, verdict);
    }
}
