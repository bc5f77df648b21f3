using Cenote.Tool.Advising;
using Cenote.Tool.Comparing;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;

namespace Cenote.Tool.Tests.Comparing;

public class RunComparerTests
{
    private const string Time = "time ratio";
    private const string Allocation = "allocated per string";
    private const string Memory = "memory";
    private const string Collections = "collections per million strings";

    [Theory]
    [InlineData(0.50, 0.50, 0.02, "Unchanged")]
    [InlineData(0.50, 0.60, 0.02, "Worse")]
    [InlineData(0.60, 0.50, 0.02, "Better")]
    [InlineData(0.50, 0.60, 0.06, "Unchanged")]
    [InlineData(0.50, 0.60, 0.05, "Unchanged")]
    [InlineData(0.50, 0.51, 0.001, "Unchanged")]
    [InlineData(0.51, 0.50, 0.001, "Unchanged")]
    [InlineData(0.50, 0.54, 0.001, "Unchanged")]
    [InlineData(0.50, 0.56, 0.001, "Worse")]
    [InlineData(0.56, 0.50, 0.001, "Better")]
    public void Times_differ_when_their_intervals_do_not_meet_and_more_than_a_trifle_lies_between_them(
        double before, double after, double half, string outcome)
    {
        Assert.Equal(outcome, Compared(Runs.Rival(before, half), Runs.Rival(after, half), Time).Outcome.ToString());
    }

    [Fact]
    public void Intervals_without_bounds_say_nothing()
    {
        RivalResult unsure =
            Runs.Rival(0.9) with { RatioInterval = new MedianInterval(double.NegativeInfinity, double.PositiveInfinity) };

        Assert.Equal(Outcome.Unchanged, Compared(Runs.Rival(0.1), unsure, Time).Outcome);
    }

    [Fact]
    public void A_baseline_has_no_ratio_to_compare()
    {
        RunComparison comparison = RunComparer.Compare(
            Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])), Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])));

        Assert.Equal(
            ["Step hold: rival"], comparison.Changes.Where(change => change.Quantity == Time).Select(change => change.Subject));
    }

    [Fact]
    public void Ratios_to_another_baseline_are_not_compared()
    {
        MeasureReport before = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));
        StepTiming(before, out RivalResult baseline, out RivalResult rival);
        MeasureReport after = Runs.Of(Runs.Step("hold", []) with
        {
            Timing = new Cenote.Measurement.Comparison(
                "hold", 1, 9, [baseline with { Name = "other" }, rival with { Ratio = new Spread(9, 9, 9, 9, 9) }]),
        });

        Assert.DoesNotContain(RunComparer.Compare(before, after).Changes, change => change.Quantity == Time);
    }

    [Theory]
    [InlineData(100, 100, "Unchanged")]
    [InlineData(100, 102, "Unchanged")]
    [InlineData(100, 107, "Unchanged")]
    [InlineData(100, 109, "Worse")]
    [InlineData(109, 100, "Better")]
    [InlineData(0, 7, "Unchanged")]
    [InlineData(0, 40, "Worse")]
    [InlineData(40, 0, "Better")]
    public void Allocation_differs_by_more_than_a_trifle_and_a_byte(double before, double after, string outcome)
    {
        Assert.Equal(
            outcome, Compared(
                Runs.Rival(0.5, allocatedBytes: before), Runs.Rival(0.5, allocatedBytes: after), Allocation).Outcome.ToString());
    }

    [Theory]
    [InlineData(12, 12, "Unchanged")]
    [InlineData(12, 35, "Unchanged")]
    [InlineData(12, 36, "Worse")]
    [InlineData(36, 12, "Better")]
    [InlineData(0, 8, "Unchanged")]
    [InlineData(0, 9, "Worse")]
    [InlineData(9, 0, "Better")]
    public void Collections_differ_by_a_factor_of_three_and_one_for_each_round(int before, int after, string outcome)
    {
        Assert.Equal(
            outcome, Compared(Runs.Rival(0.5, gen0: before), Runs.Rival(0.5, gen0: after), Collections).Outcome.ToString());
    }

    [Theory]
    [InlineData(100 << 20, 100 << 20, "Unchanged")]
    [InlineData(100 << 20, 102 << 20, "Unchanged")]
    [InlineData(100 << 20, 104 << 20, "Worse")]
    [InlineData(104 << 20, 100 << 20, "Better")]
    [InlineData(1 << 10, 60 << 10, "Unchanged")]
    [InlineData(1 << 10, 70 << 10, "Worse")]
    public void Memory_differs_by_more_than_a_trifle_and_what_a_heap_varies_by(int before, int after, string outcome)
    {
        Change change = Compared(Held(before), Held(after), Memory);

        Assert.Equal(outcome, change.Outcome.ToString());
        Assert.Equal("Step hold: rival", change.Subject);

        static MeasureReport Held(int bytes) => Runs.Of(Runs.Step("hold", [], Made.Memory("rival", bytes, 1)));
    }

    [Fact]
    public void Collections_are_compared_only_where_the_collector_is_the_same()
    {
        MeasureReport before = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5, gen0: 9)]));

        Assert.Contains(Collections, Quantities(before));
        Assert.DoesNotContain(Collections, Quantities(before with { Machine = Runs.Machine with { Cores = 4 } }));
        Assert.DoesNotContain(Collections, Quantities(before with { Machine = Runs.Machine with { Processor = "Another" } }));
        Assert.DoesNotContain(
            Collections, Quantities(before with { Machine = Runs.Machine with { GarbageCollector = "server GC" } }));
        Assert.Contains(Allocation, Quantities(before with { Machine = Runs.Machine with { Cores = 4 } }));

        IEnumerable<string> Quantities(MeasureReport after) => RunComparer.Compare(before, after).Changes.Select(
            change => change.Quantity);
    }

    [Fact]
    public void Other_strings_leave_only_ratios_of_time_to_compare()
    {
        MeasureReport before = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)], Made.Memory("rival", 1 << 20, 1)));
        MeasureReport otherProfile = before with { Profile = Made.Profile(distinct: 999) };
        MeasureReport otherLengths = before with { Profile = before.Profile with { Lengths = [new(1, 8, 1_000)] } };
        MeasureReport otherText = Runs.Of(
            Runs.Step("hold", [Runs.Rival(0.5)], Made.Memory("rival", 1 << 20, 1) with { Checksum = 1 }));

        Assert.True(RunComparer.Compare(before, before with { Profile = Runs.Of().Profile }).HasSameStrings);
        Assert.All(
            [otherProfile, otherLengths, otherText],
            after =>
            {
                RunComparison comparison = RunComparer.Compare(before, after);
                Assert.False(comparison.HasSameStrings);
                Assert.Equal([Time], comparison.Changes.Select(change => change.Quantity));
                Assert.Equal(["Text"], comparison.Circumstances.Select(circumstance => circumstance.Name));
            });
    }

    [Fact]
    public void Memory_of_other_steps_is_compared_if_one_step_measured_a_different_number_of_strings()
    {
        StepResult hold = Runs.Step("hold", [Runs.Rival(0.5)], Made.Memory("rival", 1 << 20, 1));
        StepResult keys = Runs.Step("keys", [Runs.Rival(0.5)], Made.Memory("rival", 1 << 20, 1));
        MeasureReport before = Runs.Of(hold, keys);
        MeasureReport after = Runs.Of(hold with { Strings = 5_000, Memory = [hold.Memory[0] with { Checksum = 1 }] }, keys);
        after = after with { Input = after.Input with { HeldStrings = 5_000 } };

        RunComparison comparison = RunComparer.Compare(before, after);

        Assert.True(comparison.HasSameStrings);
        Assert.Equal(["Strings held"], comparison.Circumstances.Select(circumstance => circumstance.Name));
        Assert.DoesNotContain(
            comparison.Changes,
            change => change.Subject.StartsWith("Step hold", StringComparison.Ordinal) && change.Quantity != Time);
        Assert.Contains(
            comparison.Changes,
            change => change.Subject.StartsWith("Step keys", StringComparison.Ordinal) && change.Quantity != Time);
    }

    [Fact]
    public void Every_circumstance_that_differs_is_named()
    {
        MeasureReport before = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));
        MeasureReport after = before with
        {
            Tool = "2.0",
            Machine = new MachineInfo("P", 1, 1, "O", "R", "G", DateTimeOffset.UnixEpoch),
            Input = new InputDescription("fields.csv", "field", ";", false, 1_000, 1),
            Command = "cenote measure fields.csv --by field --delimiter ';' --rounds 7",
            Rounds = 7,
            Profile = before.Profile with { Count = 1_001, TotalChars = 8_001 },
        };

        Assert.Equal(
            [
                new("Tool", "1.0", "2.0"), new("Processor", "A Processor", "P"), new("Cores", "8", "1"),
                new("Memory of the machine", "16.0 GB", "1 B"), new("Operating system", "An OS", "O"),
                new("Runtime", ".NET 10.0.0", "R"),
                new("Garbage collector", "workstation GC, concurrent", "G"), new("Rounds", "9", "7"),
                new("Input", "words.txt", "fields.csv"), new("Split by", "word", "field, delimiter ';'"),
                new("Strings", "1,000", "1,001"), new("Chars", "8,000", "8,001"),
            ],
            RunComparer.Compare(before, after).Circumstances);
        Assert.Empty(
            RunComparer.Compare(
                before, before with { Machine = Runs.Machine with { Date = DateTimeOffset.UnixEpoch } }).Circumstances);
    }

    [Theory]
    [InlineData("cenote measure", 3, "cenote measure", 4, false)]
    [InlineData("cenote measure", 3, "cenote measure", 5, false)]
    [InlineData("cenote measure", 2, "cenote measure", 4, true)]
    [InlineData("cenote measure --rounds 9", 3, "cenote measure --rounds 9", 4, false)]
    [InlineData("cenote measure --rounds 3", 3, "cenote measure", 5, true)]
    [InlineData("cenote measure --rounds 3", 3, "cenote measure --rounds 4", 4, true)]
    [InlineData("cenote measure 'a --rounds 3'", 3, "cenote measure", 4, false)]
    public void Rounds_that_nobody_has_chosen_are_named_only_when_there_are_twice_as_many(
        string commandBefore, int before, string commandAfter, int after, bool isNamed)
    {
        MeasureReport report = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));

        Assert.Equal(
            isNamed ? [new("Rounds", $"{before}", $"{after}")] : [],
            RunComparer.Compare(
                report with { Command = commandBefore, Rounds = before },
                report with { Command = commandAfter, Rounds = after }).Circumstances);
    }

    [Fact]
    public void Steps_and_rivals_that_one_run_lacks_are_named_and_not_compared()
    {
        MeasureReport before = Runs.Of(
            Runs.Step("hold", [Runs.Rival(0.5), Runs.Rival(0.5, name: "gone")], Made.Memory("weighed", 1, 1)),
            Runs.Step("sort", [Runs.Rival(0.5)]));
        MeasureReport after = Runs.Of(
            Runs.Step("hold", [Runs.Rival(0.5), Runs.Rival(0.5, name: "new")]),
            Runs.Step("churn", [Runs.Rival(0.5)]) with { Threads = 4 });

        RunComparison comparison = RunComparer.Compare(before, after);

        Assert.Equal(["Step hold: gone", "Step hold: weighed", "Step sort"], comparison.OnlyBefore);
        Assert.Equal(["Step hold: new", "Step churn, 4 threads"], comparison.OnlyAfter);
        Assert.Equal(
            ["Step hold: rival"], comparison.Changes.Where(change => change.Quantity == Time).Select(change => change.Subject));
    }

    [Fact]
    public void Advice_that_recommends_something_else_is_told()
    {
        MeasureReport before =
            Runs.Of() with { Advice = [Advised("Same", "a"), Advised("Other", "a"), Advised("Lost", "a"), Advised("Old", "a")] };
        MeasureReport after = Runs.Of() with
        {
            Advice =
            [
                Advised("Same", "a"), Advised("Other", "b"), Advised("Lost", null, Conclusion.CostsTime), Advised("New", "a"),
            ],
        };

        Assert.Equal([new("Other", "a", "b", false), new("Lost", "a", null, false)], RunComparer.Compare(before, after).Advice);
    }

    [Fact]
    public void Advice_that_differs_where_one_of_the_runs_has_called_it_too_close_is_told_apart()
    {
        AdviceItem[] before =
        [
            Advised("Even", "a") with { Even = ["b"] }, Advised("Even with another", "a") with { Even = ["c"] },
            Advised("Undecided", null),
            Advised("Memory", "a", Conclusion.UseForMemory), Advised("Memory of another", "a", Conclusion.UseForMemory),
        ];
        AdviceItem[] after =
        [
            Advised("Even", "b"), Advised("Even with another", "b"), Advised("Undecided", "a"),
            Advised("Memory", null, Conclusion.CostsTime), Advised("Memory of another", "b", Conclusion.UseForMemory),
        ];
        bool[] wasTooClose = [true, false, true, true, false];

        Assert.Equal(wasTooClose, Compared(before, after));
        Assert.Equal(wasTooClose, Compared(after, before));

        static IEnumerable<bool> Compared(AdviceItem[] before, AdviceItem[] after) =>
            RunComparer.Compare(Runs.Of() with { Advice = before }, Runs.Of() with { Advice = after }).Advice.Select(
                change => change.WasTooClose);
    }

    [Fact]
    public void The_largest_change_comes_first()
    {
        RunComparison comparison = RunComparer.Compare(
            Runs.Of(
                Runs.Step("a", [Runs.Rival(0.5)]), Runs.Step(
                    "b", [Runs.Rival(0.5, allocatedBytes: 0)]), Runs.Step("c", [Runs.Rival(0.2)])),
            Runs.Of(
                Runs.Step("a", [Runs.Rival(0.9)]), Runs.Step(
                    "b", [Runs.Rival(0.5, allocatedBytes: 24)]), Runs.Step("c", [Runs.Rival(0.8)])));

        Assert.Equal(
            ["Step b: rival", "Step c: rival", "Step a: rival"], comparison.Of(Outcome.Worse).Select(change => change.Subject));
    }

    private static AdviceItem Advised(string topic, string? recommends, Conclusion outcome) =>
        new(topic, outcome, recommends, "Figures.");

    private static AdviceItem Advised(string topic, string? recommends) =>
        Advised(topic, recommends, recommends is null ? Conclusion.TooCloseToCall : Conclusion.Use);

    private static Change Compared(RivalResult before, RivalResult after, string quantity) =>
        Compared(Runs.Of(Runs.Step("hold", [before])), Runs.Of(Runs.Step("hold", [after])), quantity);

    private static Change Compared(MeasureReport before, MeasureReport after, string quantity) => Assert.Single(
        RunComparer.Compare(before, after).Changes,
        change => change.Quantity == quantity && change.Subject.EndsWith(": rival", StringComparison.Ordinal));

    private static void StepTiming(MeasureReport report, out RivalResult baseline, out RivalResult rival)
    {
        baseline = report.Sections[0].Step(StringsSection.Hold)!.Timing.Rivals[0];
        rival = report.Sections[0].Step(StringsSection.Hold)!.Timing.Rivals[1];
    }
}
