namespace Cenote.Measurement.Tests;

public class QuietWatchTests
{
    [Fact]
    public void A_steady_machine_of_our_own_is_quiet()
    {
        Quietness quietness = Watch(usual: 10, [10.5, 11], others: 0.01);

        Assert.Null(quietness.Objection);
        Assert.Equal(1.1, quietness.Stray, precision: 9);
        Assert.Equal(2, quietness.Samples);
    }

    [Fact]
    public void A_machine_that_strays_from_the_best_known_time_is_not_quiet()
    {
        Quietness quietness = Watch(usual: 10, [.. Enumerable.Repeat(14.0, 10)], others: 0);

        Assert.Contains("slower than usual", quietness.Objection, StringComparison.Ordinal);
        Assert.Contains("1.40", quietness.Objection, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_time_is_known_the_runs_own_best_counts()
    {
        Assert.Null(Watch(usual: null, [14, 14.1], others: null).Objection);
        Assert.NotNull(Watch(usual: null, [10, .. Enumerable.Repeat(14.0, 5)], others: null).Objection);
        Assert.Null(Watch(usual: 14, [14, 10], others: null).Objection);
    }

    [Fact]
    public void A_hiccup_of_the_loop_alone_is_measured_again()
    {
        Assert.Null(Watch(usual: 10, [30, 14, 11, 10], others: 0).Objection);
    }

    [Fact]
    public void A_machine_that_others_use_is_not_quiet()
    {
        Assert.Contains("others took", Watch(usual: 10, [10, 10], others: 0.2).Objection, StringComparison.Ordinal);
    }

    [Fact]
    public void One_line_says_all_of_it()
    {
        string line = Watch(usual: 10, [11, 12], others: 0.004).ToString();

        Assert.Equal(
            "calibration: new string('x', 8) took 11.5 ns (11.0 ns to 12.0 ns, 2 samples, usual 10.0 ns); "
            + "others took 0.4 % of the processors",
            line);
    }

    [Fact]
    public void The_loop_itself_takes_some_time()
    {
        Assert.InRange(ManagedLoop.Measure(), 0.1, 1e6);
    }

    private static Quietness Watch(double? usual, double[] samples, double? others)
    {
        var loop = new Queue<double>(samples);
        int readings = 0;
        ProcessorTimes? Times() => others is { } share ? new ProcessorTimes(1000 * readings, (long)(share * 1000 * readings++), 0) : null;
        return new QuietWatch(usual, loop.Dequeue, Times).Finish();
    }
}
