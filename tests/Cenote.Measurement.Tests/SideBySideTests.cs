namespace Cenote.Measurement.Tests;

public class SideBySideTests
{
    // Each slot has one untimed call and one timed call.
    private const int CallsPerSlot = 2;

    private static readonly SideBySideOptions s_quick = new()
    {
        Rounds = 7,
        WarmupCalls = 2,
        WarmupPause = TimeSpan.Zero,
        RoundTime = TimeSpan.Zero,
        LongestRoundTime = TimeSpan.Zero,
    };

    [Fact]
    public void Every_rival_has_one_slot_in_each_round_after_all_of_them_are_warm()
    {
        List<string> calls = [];

        SideBySide.Run("order", 1, [Noting("a"), Noting("b"), Noting("c")], s_quick);

        Rival Noting(string name) => new(name, () => calls.Add(name));

        string[] pass = ["a", "a", "b", "b", "c", "c"];
        string[] before = [.. pass, .. pass, .. pass, .. pass];
        Assert.Equal(before, calls.Take(before.Length));
        List<string[]> rounds = [.. calls.Skip(before.Length).Chunk(3 * CallsPerSlot)];
        Assert.Equal(7, rounds.Count);
        Assert.All(rounds, round => Assert.Equal(pass, round.Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    public void Over_a_full_turn_every_rival_takes_every_place_equally_often(int count)
    {
        int[][] rounds = [.. Enumerable.Range(0, 2 * count).Select(round => SideBySide.Order(round, count))];

        Assert.All(rounds, round => Assert.Equal(Enumerable.Range(0, count), round.Order()));
        for (int place = 0; place < count; place++)
        {
            Assert.All(rounds.CountBy(round => round[place]), pair => Assert.Equal(2, pair.Value));
            Assert.Equal(count, rounds.Select(round => round[place]).Distinct().Count());
        }
    }

    [Fact]
    public void The_first_rival_is_the_baseline_and_the_others_are_set_against_it()
    {
        Comparison comparison = SideBySide.Run("waiting", 4, [Waiting("short", 2), Waiting("long", 12)], s_quick);

        Assert.Equal(Verdict.Baseline, comparison["short"].Verdict);
        Assert.Equal(new Spread(1, 1, 1, 1, 1), comparison["short"].Ratio);
        Spread shortTimes = comparison["short"].Nanoseconds;
        RivalResult longer = comparison["long"];
        Assert.InRange(longer.Nanoseconds.Min, 12e6 / 4, double.MaxValue);
        Assert.InRange(longer.Ratio.Median, longer.Nanoseconds.Min / shortTimes.Max, longer.Nanoseconds.Max / shortTimes.Min);
        Assert.Equal(RivalRecord.VerdictOf(longer.RatioInterval, longer.Ratio.Median, s_quick.SmallestDifference), longer.Verdict);

        static Rival Waiting(string name, int milliseconds) => new(name, () => Thread.Sleep(milliseconds));
    }

    [Theory]
    [InlineData(0.80, 0.90, 0.85, Verdict.Faster)]
    [InlineData(1.10, 1.30, 1.20, Verdict.Slower)]
    [InlineData(0.80, 1.01, 0.90, Verdict.TooCloseToCall)]
    [InlineData(0.97, 0.99, 0.98, Verdict.TooCloseToCall)]
    [InlineData(1.01, 1.02, 1.015, Verdict.TooCloseToCall)]
    public void A_verdict_needs_an_interval_beside_1_and_a_difference_worth_the_name(
        double lower, double upper, double ratio, Verdict verdict)
    {
        Assert.Equal(verdict, RivalRecord.VerdictOf(new MedianInterval(lower, upper), ratio, smallestDifference: 0.03));
    }

    [Fact]
    public void Equal_rivals_with_too_few_rounds_are_too_close_to_call()
    {
        Comparison comparison = SideBySide.Run(
            "twins", 1, [new Rival("a", () => { }), new Rival("b", () => { })], s_quick with { Rounds = 5 });

        Assert.True(comparison["b"].IsTooNoisy);
        Assert.Equal(Verdict.TooCloseToCall, comparison["b"].Verdict);
    }

    [Fact]
    public void The_ratio_is_the_median_of_the_ratios_of_each_round()
    {
        // The machine's speed changes between rounds; the ratio of the medians would be 1.
        double[] ratios = RivalRecord.Ratios(own: [20, 40, 10], baseline: [10, 20, 40]);

        Assert.Equal([2, 2, 0.25], ratios);
        Assert.Equal(2, Spread.Of(ratios).Median);
    }

    [Fact]
    public void Allocated_bytes_are_counted_per_operation()
    {
        byte[]? kept = null;
        Comparison comparison = SideBySide.Run(
            "allocation", 1, [new Rival("nothing", () => { }), new Rival("array", () => kept = new byte[1_000])], s_quick);

        Assert.Equal(0, comparison["nothing"].AllocatedBytes);
        Assert.Equal(1_024, comparison["array"].AllocatedBytes);
        Assert.NotNull(kept);
    }

    [Fact]
    public void Allocations_of_other_threads_count_when_asked_for()
    {
        static void Allocate()
        {
            var thread = new Thread(() => GC.KeepAlive(new byte[1_000_000]));
            thread.Start();
            thread.Join();
        }

        Rival[] rivals = [new Rival("thread", Allocate)];

        Assert.InRange(SideBySide.Run("own", 1, rivals, s_quick)["thread"].AllocatedBytes, 0, 100_000);
        Assert.InRange(
            SideBySide.Run("all", 1, rivals, s_quick with { CountAllThreads = true })["thread"].AllocatedBytes,
            1_000_000,
            2_000_000);
    }

    [Fact]
    public void Collections_within_a_slot_are_the_rivals_and_the_clean_up_before_it_is_not()
    {
        Comparison comparison = SideBySide.Run(
            "collections",
            1,
            [
                new Rival("nothing", () => { }),
                new Rival("collects", () => GC.Collect(2, GCCollectionMode.Forced, blocking: true)),
            ],
            s_quick);

        Assert.Equal(CollectionStatistics.None, comparison["nothing"].Collections);
        CollectionStatistics collections = comparison["collects"].Collections;
        Assert.Equal(s_quick.Rounds, collections.Gen2);
        Assert.Equal(s_quick.Rounds, comparison["collects"].CollectionsOperations);
        Assert.InRange(collections.LongestPauseMilliseconds, double.Epsilon, collections.TotalPauseMilliseconds);
    }

    [Fact]
    public void A_slot_is_filled_with_as_many_calls_as_its_time_asks_for()
    {
        SideBySideOptions options = s_quick with { RoundTime = TimeSpan.FromMilliseconds(20) };

        Comparison comparison = SideBySide.Run(
            "calls", 1, [new Rival("brief", () => Thread.Sleep(1)), new Rival("long", () => Thread.Sleep(25))], options);

        Assert.InRange(comparison["brief"].CallsPerRound, 2, 25);
        Assert.Equal(1, comparison["long"].CallsPerRound);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_heap_is_collected_before_each_slot_or_once(bool once)
    {
        List<int> collections = [];
        var rival = new Rival("notes", () => collections.Add(GC.CollectionCount(2)));

        SideBySide.Run("heap", 1, [rival], s_quick with { CollectOnce = once });

        int slots = 1 + s_quick.Rounds;
        Assert.Equal(once ? 1 : slots, collections.TakeLast(slots * CallsPerSlot).Distinct().Count());
        Assert.NotEqual(collections[0], collections[^1]);
    }

    [Fact]
    public void A_slot_is_stretched_for_collections_and_not_if_they_never_come()
    {
        SideBySideOptions options = s_quick with { LongestRoundTime = TimeSpan.FromMilliseconds(200) };
        int calls = 0;
        object? kept = null;
        void Allocate(bool collects)
        {
            kept = new byte[100];
            Thread.Sleep(2);
            if (collects && ++calls % 3 == 0)
            {
                GC.Collect(0);
            }
        }

        Comparison comparison = SideBySide.Run(
            "stretching",
            1,
            [new Rival("never", () => Allocate(collects: false)), new Rival("some", () => Allocate(collects: true))],
            options);

        Assert.Equal(1, comparison["never"].CallsPerRound);
        Assert.InRange(comparison["some"].CallsPerRound, 4, 100);
        Assert.NotNull(kept);
    }

    [Fact]
    public void There_are_as_many_warm_up_passes_as_were_asked_for()
    {
        int calls = 0;

        SideBySide.Run("once", 1, [new Rival("a", () => calls++)], s_quick with { Rounds = 1, WarmupPasses = 1 });

        Assert.Equal(2 + CallsPerSlot + CallsPerSlot, calls);
        Assert.Throws<ArgumentOutOfRangeException>(() => s_quick with { WarmupPasses = 0 });
    }

    [Fact]
    public void A_slow_rival_is_warmed_up_three_times_in_each_pass_at_least()
    {
        int calls = 0;
        SideBySideOptions options = s_quick with { Rounds = 1, WarmupCalls = 1_000, WarmupTime = TimeSpan.Zero };

        SideBySide.Run("slow", 1, [new Rival("slow", () => { calls++; Thread.Sleep(1); })], options);

        Assert.Equal((3 * 3) + CallsPerSlot + CallsPerSlot, calls);
    }

    [Fact]
    public void Progress_counts_every_step_and_cancelling_stops_at_the_next()
    {
        List<SideBySideProgress> seen = [];
        using var source = new CancellationTokenSource();
        Rival[] rivals = [new Rival("a", () => { }), new Rival("b", () => { })];

        SideBySide.Run("all", 1, rivals, s_quick, seen.Add);
        Assert.Equal(Enumerable.Range(0, (3 + 1 + 7) * 2), seen.Select(step => step.Step));
        Assert.All(seen, step => Assert.Equal(seen.Count, step.Steps));

        int steps = 0;
        Assert.Throws<OperationCanceledException>(() => SideBySide.Run(
            "cancelled",
            1,
            rivals,
            s_quick,
            _ =>
            {
                steps++;
                source.Cancel();
            },
            source.Token));
        Assert.Equal(1, steps);
    }

    [Fact]
    public void An_exception_of_a_rival_comes_out()
    {
        var rival = new Rival("broken", () => throw new InvalidOperationException("checksum"));

        Assert.Equal(
            "checksum", Assert.Throws<InvalidOperationException>(() => SideBySide.Run("x", 1, [rival], s_quick)).Message);
    }

    [Fact]
    public void Rivals_need_distinct_names_and_options_positive_numbers()
    {
        var rival = new Rival("a", () => { });

        Assert.Throws<ArgumentException>(() => SideBySide.Run("x", 1, [], s_quick));
        Assert.Throws<ArgumentException>(() => SideBySide.Run("x", 1, [rival, rival], s_quick));
        Assert.Throws<ArgumentOutOfRangeException>(() => SideBySide.Run("x", 0, [rival], s_quick));
        Assert.Throws<ArgumentOutOfRangeException>(() => s_quick with { Rounds = 0 });
        Assert.Throws<ArgumentOutOfRangeException>(() => s_quick with { RoundTime = TimeSpan.FromTicks(-1) });
    }
}
