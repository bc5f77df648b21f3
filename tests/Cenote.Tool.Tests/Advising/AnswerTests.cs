using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>The text of the verdict, which omits differences within the noise and irrelevant ones.</summary>
public class AnswerTests
{
    private static readonly (double, Verdict, double, double) s_slow = (1.5, Verdict.Slower, 100, 50);

    [Fact]
    public void A_pool_that_saves_memory_is_the_verdict_with_what_it_saves_and_costs()
    {
        Answer answer = Of(
            Made.Hold((0.5, Verdict.Faster, 60, 1), s_slow),
            Made.Reads(FreshBuilds.RandomReads, (StringsSection.RefArray, 1.5, Verdict.Slower), (StringsSection.IdArray, 2, Verdict.Slower)),
            Made.Reads(FreshBuilds.HotReads, (StringsSection.RefArray, 1.9, Verdict.Slower), (StringsSection.IdArray, 2, Verdict.Slower)));

        Assert.Equal((AnswerKind.Use, StringsSection.RefArray), (answer.Kind, answer.Recommends));
        Assert.Equal(
            "Hold these strings as PooledStringRef[] over a SegmentedStringPool: 60.0 MB instead of 100 MB.", answer.Verdict);
        Assert.Equal(
            "40.0 MB of memory; 50.0 ms of building once (50.0 ms instead of 100 ms); "
            + "the longest pause with all strings live falls from 50.0 ms to 1.00 ms",
            answer.Saves);
        Assert.Equal(
            "reading any string takes 15.0 ns instead of 10.0 ns; reading a hot string takes 19.0 ns instead of 10.0 ns; "
            + "slower reads use up the saved build time after 10.0 reads per string; you dispose of the pool, which took 0 ns, or free each string",
            answer.Costs);
        Assert.Equal((100 << 20, 60 << 20), (answer.BytesBefore, answer.BytesAfter));
        Assert.Equal((100.0, 50.0), (answer.BuildMillisecondsBefore, answer.BuildMillisecondsAfter));
        Assert.Equal(10, answer.BreakEvenReads!.Value, 6);
        Assert.NotNull(answer.Snippet);
    }

    [Fact]
    public void Nothing_is_said_of_times_that_are_too_close_to_call_and_a_gain_is_no_cost()
    {
        StepResult hold = Made.Hold((1.1, Verdict.TooCloseToCall, 60, 50), s_slow);
        Answer close = Of(
            hold,
            Made.Reads(FreshBuilds.RandomReads, (StringsSection.RefArray, 0.3, Verdict.TooCloseToCall)),
            Made.Reads(FreshBuilds.HotReads, (StringsSection.RefArray, 1.3, Verdict.TooCloseToCall)));
        Answer gain = Of(
            hold,
            Made.Reads(FreshBuilds.RandomReads, (StringsSection.RefArray, 0.3, Verdict.Faster)),
            Made.Reads(FreshBuilds.HotReads, (StringsSection.RefArray, 1.3, Verdict.TooCloseToCall)));

        Assert.Equal("40.0 MB of memory", close.Saves);
        Assert.Equal("you dispose of the pool, which took 0 ns, or free each string", close.Costs);
        Assert.Equal("40.0 MB of memory; reading any string takes 3.00 ns instead of 10.0 ns", gain.Saves);
        Assert.Equal(close.Costs, gain.Costs);
        Assert.Null(close.BreakEvenReads);
    }

    [Fact]
    public void A_busy_machine_and_a_sample_are_named_beside_the_verdict()
    {
        StepResult hold = Made.Hold((0.5, Verdict.Faster, 60, 1), s_slow);
        RivalResult[] rivals =
        [
            .. hold.Timing.Rivals.Select(static (rival, index) => rival with { ProcessNanoseconds = [100, index == 1 ? 260 : 120] }),
        ];
        CorpusProfile sampled = Made.Profile() with { Whole = new(4_000, 32_000, 160_000, 4_000, 160_000, false, 0, 1) };

        Assert.Empty(Adviser.Answer(Made.Profile(), hold, null, null).Notes);
        Assert.Equal(
            [
                "The machine is busy: the same work took up to 2.60 times as long in another process.",
                "Measured on 25.0 % of the strings, and scaled to all of them.",
            ],
            Adviser.Answer(sampled, hold with { Timing = hold.Timing with { Rivals = rivals } }, null, null).Notes);
    }

    [Fact]
    public void An_interner_is_the_verdict_where_it_saves_memory_and_costs_no_time()
    {
        Answer answer = Of(Made.Hold(s_slow, s_slow, interned: (0.9, Verdict.Faster, 20, 50)));

        Assert.Equal((AnswerKind.Use, StringsSection.InternedArray), (answer.Kind, answer.Recommends));
        Assert.Equal("Share equal strings with a StringInterner: 20.0 MB instead of 100 MB.", answer.Verdict);
        Assert.Equal("the interner keeps all strings alive", answer.Costs);
    }

    [Theory]
    [InlineData(0.8, 45, "Share equal strings with a HashSet (part of .NET): 40.0 MB instead of 100 MB.")]
    [InlineData(0.4, 45, "Share equal strings with a StringInterner: 45.0 MB instead of 100 MB.")]
    [InlineData(
        0.8,
        20,
        "Replace these strings with ids of a StringTable: 20.0 MB instead of 100 MB. "
        + "Only if ids cannot replace strings, share equal strings with a HashSet (part of .NET): 40.0 MB.")]
    public void The_least_change_that_saves_nearly_all_is_the_verdict(double interner, double table, string verdict)
    {
        double interned = interner < 0.5 ? 45 : 40;
        Answer answer = Of(Made.Hold(
            s_slow,
            s_slow,
            set: (0.7, Verdict.Faster, 40, 50),
            interned: (interner, Verdict.Faster, interned, 50),
            table: (0.9, Verdict.Faster, table, 1)));

        Assert.Equal(verdict, answer.Verdict);
        Assert.NotNull(answer.Snippet);
    }

    [Fact]
    public void UTF_8_is_the_verdict_with_what_it_asks_of_a_program_and_the_choice_of_those_who_need_chars()
    {
        Answer answer = Of(Made.Hold(
            (0.9, Verdict.Faster, 80, 50), (0.9, Verdict.Faster, 78, 50), utf8Ids: (0.9, Verdict.Faster, 40, 50)));

        Assert.Equal(
            "Hold these strings as PooledStringId[] (UTF-8) over a Utf8StringPool: 40.0 MB instead of 100 MB. "
            + "Only if your program needs chars, hold these strings as PooledStringRef[] over a SegmentedStringPool: 80.0 MB.",
            answer.Verdict);
        Assert.EndsWith("; your program must handle UTF-8 bytes instead of chars", answer.Costs, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(66)]
    [InlineData(67)]
    public void A_third_of_the_memory_at_a_cost_in_build_time_is_a_trade_off(int megabytes)
    {
        Answer answer = Of(Made.Hold(s_slow, s_slow, interned: (4.4, Verdict.Slower, megabytes, 50)));

        Assert.Equal((AnswerKind.PlainStrings, StringsSection.ManagedArray), (answer.Kind, answer.Recommends));
        Assert.Equal(megabytes > 66 ? null : $"{100 - megabytes}.0 % less memory, 340 ms longer to build", answer.TradeOff);
        Assert.Equal(
            megabytes > 66
                ? "Plain strings are right here: all of them take 100 MB. Only if memory matters more than time, share equal strings with a "
                    + $"StringInterner: {megabytes}.0 MB."
                : "This is a choice between memory and time. Plain strings take 100 MB. Share equal strings with a StringInterner: "
                    + $"{megabytes}.0 MB ({answer.TradeOff}).",
            answer.Verdict);
    }

    [Fact]
    public void An_interner_that_costs_time_is_named_for_those_to_whom_memory_matters_more()
    {
        Answer answer = Of(Made.Hold(s_slow, s_slow, interned: (4.4, Verdict.Slower, 72, 50)));

        Assert.Equal((AnswerKind.PlainStrings, StringsSection.ManagedArray), (answer.Kind, answer.Recommends));
        Assert.Equal(
            "Plain strings are right here: all of them take 100 MB. Only if memory matters more than time, share equal strings with a "
            + "StringInterner: 72.0 MB.",
            answer.Verdict);
        Assert.Equal("string[] by StringInterner: 28.0 MB of memory", answer.Saves);
        Assert.Equal(
            "string[] by StringInterner: building once takes 440 ms instead of 100 ms, creating the interner included; "
            + "the interner keeps all strings alive",
            answer.Costs);
        Assert.Equal(answer.BytesBefore, answer.BytesAfter);
        Assert.Null(answer.Snippet);
    }

    [Fact]
    public void An_interner_that_costs_time_in_a_pass_only_is_named_by_verdict_and_advice()
    {
        StepResult hold = Made.Hold(s_slow, s_slow, interned: (0.9, Verdict.Faster, 72, 50));

        Answer answer = Adviser.Answer(Made.Profile(), hold, null, null, Slower());
        Answer notWeighed = Adviser.Answer(Made.Profile(), Made.Hold(s_slow, s_slow), null, null, Slower());

        Assert.Equal(Conclusion.CostsTime, Rules.Interner(Slower(), Made.Profile(), hold).Conclusion);
        Assert.EndsWith(
            "Only if memory matters more than time, share equal strings with a StringInterner: 72.0 MB.",
            answer.Verdict,
            StringComparison.Ordinal);
        Assert.EndsWith(
            "Only if memory matters more than time, share equal ones with a StringInterner: 50.0 MB.",
            notWeighed.Verdict,
            StringComparison.Ordinal);
        Assert.Equal(
            "StringInterner: the first pass takes 200 ns per string instead of 100 ns; it keeps all strings alive",
            notWeighed.Costs);

        static InternPasses Slower() => new(
            Made.Interning(InterningSection.First, (3, Verdict.Slower), (3, Verdict.Slower), (2, Verdict.Slower)),
            Made.Interning(InterningSection.Second, (0.9, Verdict.Faster), (0.9, Verdict.Faster), (0.5, Verdict.Faster)),
            Made.Profile());
    }

    [Fact]
    public void A_pool_that_is_faster_and_larger_is_named_for_those_to_whom_time_matters_more()
    {
        Answer answer = Of(Made.Hold((0.5, Verdict.Faster, 130, 50), s_slow));

        Assert.Equal(AnswerKind.PlainStrings, answer.Kind);
        Assert.Contains("Only if time matters more than memory, hold these strings as PooledStringRef[]", answer.Verdict, StringComparison.Ordinal);
        Assert.Contains("30.0 MB of memory", answer.Costs, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_faster_or_stops_the_program_for_less_is_the_verdict_by_that()
    {
        Answer faster = Of(Made.Hold((0.5, Verdict.Faster, 95, 50), s_slow));
        Answer calmer = Of(Made.Hold((1, Verdict.TooCloseToCall, 95, 1), s_slow));

        Assert.EndsWith(": building all of them takes 50.0 ms instead of 100 ms.", faster.Verdict, StringComparison.Ordinal);
        Assert.EndsWith(
            ": the longest pause with all strings live falls from 50.0 ms to 1.00 ms.", calmer.Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Plain_strings_cost_and_save_nothing_whatever_the_noise_says()
    {
        StepResult hold = Made.Hold((20, Verdict.Slower, 101, 50), (19, Verdict.Slower, 101, 50));

        Answer answer = Of(hold, Made.Reads(FreshBuilds.RandomReads, (StringsSection.RefArray, 0.3, Verdict.Faster)));

        Assert.Equal(
            "Plain strings are right here: all of them take 100 MB, and neither a pool nor an interner saves enough "
            + "memory or time to matter.",
            answer.Verdict);
        Assert.Null(answer.Saves);
        Assert.Null(answer.Costs);
    }

    [Fact]
    public void What_the_framework_does_better_is_named()
    {
        StepResult hold = Made.Hold(s_slow, s_slow, interned: (0.9, Verdict.Faster, 50, 50));
        InternPasses passes = new(
            Made.Interning(InterningSection.First, (0.5, Verdict.Faster), (0.9, Verdict.Faster), (0.8, Verdict.Faster)),
            Made.Interning(InterningSection.Second, (0.5, Verdict.Faster), (0.9, Verdict.Faster), (0.8, Verdict.Faster)),
            Made.Profile());

        Answer answer = Adviser.Answer(Made.Profile(), hold, null, null, passes);

        Assert.Equal(
            "Plain strings are right here: all of them take 100 MB. Share equal ones with a HashSet (part of .NET): 60.0 MB.",
            answer.Verdict);
        Assert.Equal(
            "HashSet: 40.0 MB of memory (60.0 MB instead of 100 MB); the first pass takes 50.0 ns per string instead of 100 ns; "
            + "the second pass takes 50.0 ns per string instead of 100 ns",
            answer.Saves);
        Assert.Equal("HashSet: it keeps all strings alive; it is not thread-safe", answer.Costs);
        Assert.Null(answer.Gain);
    }

    [Fact]
    public void An_interner_of_which_nobody_knows_whether_it_costs_time_is_for_those_to_whom_memory_matters_more()
    {
        InternPasses passes = new(Pass(InterningSection.First), Pass(InterningSection.Second), Made.Profile());

        Answer answer = Adviser.Answer(Made.Profile(), Made.Hold(s_slow, s_slow), null, null, passes);

        Assert.Equal(
            "Plain strings are right here: all of them take 100 MB. Only if memory matters more than time, share equal ones with a "
            + "HashSet (part of .NET): 60.0 MB.",
            answer.Verdict);
        Assert.Equal("HashSet: 40.0 MB of memory (60.0 MB instead of 100 MB)", answer.Saves);

        static StepResult Pass(string id)
        {
            StepResult pass =
                Made.Interning(id, (1, Verdict.TooCloseToCall), (2, Verdict.Slower), (2, Verdict.Slower));
            RivalResult[] rivals =
            [
                .. pass.Timing.Rivals.Select(rival =>
                    rival.Name == InterningSection.Set ? rival with { RatioInterval = new(0.9, 1.5) } : rival),
            ];
            return pass with { Timing = pass.Timing with { Rivals = rivals } };
        }
    }

    [Fact]
    public void An_interner_that_was_not_built_in_a_fresh_process_is_not_what_the_framework_has()
    {
        InternPasses passes = new(
            Made.Interning(InterningSection.First, (0.9, Verdict.Faster), (0.9, Verdict.Faster), (0.5, Verdict.Faster)),
            Made.Interning(InterningSection.Second, (0.9, Verdict.Faster), (0.9, Verdict.Faster), (0.5, Verdict.Faster)),
            Made.Profile());

        Answer answer = Adviser.Answer(Made.Profile(), Made.Hold(s_slow, s_slow), null, null, passes);

        Assert.EndsWith(". Share equal ones with a StringInterner: 50.0 MB.", answer.Verdict, StringComparison.Ordinal);
        Assert.StartsWith("StringInterner: 50.0 MB of memory", answer.Saves, StringComparison.Ordinal);
        Assert.Equal("StringInterner: it keeps all strings alive", answer.Costs);
    }

    [Fact]
    public void Longer_pauses_are_a_cost()
    {
        (double, Verdict, double, double) lean = (0.9, Verdict.Faster, 20, 7.96);
        Answer longer = Of(Made.Hold(s_slow, s_slow, interned: lean, managedPause: 2.36));
        Answer noise = Of(Made.Hold(s_slow, s_slow, interned: lean, managedPause: 3));

        Assert.Equal(
            "the longest pause with all strings live rises from 2.36 ms to 7.96 ms; "
            + "the interner keeps all strings alive",
            longer.Costs);
        Assert.Equal("the interner keeps all strings alive", noise.Costs);
    }

    [Fact]
    public void What_pauses_while_building_is_a_gain_or_a_cost()
    {
        StepResult hold = Made.Hold((0.5, Verdict.Faster, 60, 50), s_slow);
        var pauses = new CollectionStatistics(1, 0, 0, 3, 3);

        Assert.Contains(
            "3.00 ms of pauses while building", Of(With(StringsSection.ManagedArray)).Saves, StringComparison.Ordinal);
        Assert.StartsWith(
            "3.00 ms more pause time while building", Of(With(StringsSection.RefArray)).Costs, StringComparison.Ordinal);

        StepResult With(string name) => hold with
        {
            Memory = [.. hold.Memory.Select(one => one.Name == name ? one with { Building = pauses } : one)],
        };
    }

    [Fact]
    public void A_verdict_is_said_again_only_if_something_that_is_read_has_changed()
    {
        Answer answer = Of(Made.Hold((0.5, Verdict.Faster, 60, 1), s_slow));

        Assert.True(answer.SaysTheSame(answer with { BuildMillisecondsBefore = answer.BuildMillisecondsBefore + 1e-9 }));
        Assert.False(answer.SaysTheSame(answer with { Verdict = "Another one." }));
        Assert.False(answer.SaysTheSame(answer with { Saves = "1.73 ms of pauses while building" }));
        Assert.False(answer.SaysTheSame(answer with { Costs = "nothing that counts" }));
    }

    [Fact]
    public void All_of_a_sampled_file_is_what_the_verdict_is_about()
    {
        CorpusProfile profile = Made.Profile() with { Whole = new(10_000, 80_000, 400_000, 10_000, 400_000, false, 0, 1) };

        Answer answer = Adviser.Answer(profile, Made.Hold((0.5, Verdict.Faster, 60, 50), s_slow), null, null);

        Assert.EndsWith($"600 MB instead of {Units.Bytes(1_000L << 20)}.", answer.Verdict, StringComparison.Ordinal);
        Assert.Equal(1_000, answer.BuildMillisecondsBefore);
    }

    [Fact]
    public void Who_cares_for_memory_alone_is_told_of_an_interner_that_takes_much_less_than_the_pool()
    {
        (double, Verdict, double, double) costly = (3, Verdict.Slower, 20, 50);
        Answer memory = Of(Made.Hold((0.5, Verdict.Faster, 60, 50), s_slow, interned: costly));
        Answer pause = Of(Made.Hold((1, Verdict.TooCloseToCall, 95, 1), s_slow, interned: costly));
        Answer little = Of(Made.Hold((0.5, Verdict.Faster, 25, 50), s_slow, interned: costly));

        const string Interner = " Only if memory matters more than time, share equal strings with a StringInterner: 20.0 MB.";
        Assert.Equal(
            "Hold these strings as PooledStringRef[] over a SegmentedStringPool: 60.0 MB instead of 100 MB." + Interner, memory.Verdict);
        Assert.Equal(EffectKind.Pause, pause.Gain);
        Assert.EndsWith("falls from 50.0 ms to 1.00 ms." + Interner, pause.Verdict, StringComparison.Ordinal);
        Assert.DoesNotContain("StringInterner", little.Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Less_than_a_tenth_of_the_memory_is_neither_saved_nor_a_cost()
    {
        Assert.DoesNotContain(
            "of memory", Of(Made.Hold((1, Verdict.TooCloseToCall, 95, 1), s_slow)).Saves, StringComparison.Ordinal);
        Assert.DoesNotContain(
            "of memory", Of(Made.Hold((0.5, Verdict.Faster, 109, 50), s_slow)).Costs, StringComparison.Ordinal);
    }

    [Fact]
    public void What_only_looks_slower_is_said_to_seem_so()
    {
        StepResult hold = Made.Hold((2, Verdict.TooCloseToCall, 60, 50), s_slow);

        Assert.Contains("building once seems to take 200 ms instead of 100 ms", Of(hold).Costs, StringComparison.Ordinal);
    }

    [Fact]
    public void Letting_go_and_pauses_are_those_of_all_of_a_sampled_file()
    {
        StepResult hold = Made.Hold((0.5, Verdict.Faster, 60, 50), s_slow);
        hold = hold with
        {
            Memory =
            [
                .. hold.Memory.Select(one => one with
                {
                    ReleaseMilliseconds = 3,
                    Building = new CollectionStatistics(1, 0, 0, one.Name == StringsSection.RefArray ? 1 : 5, 1),
                }),
            ],
        };
        CorpusProfile profile = Made.Profile() with { Whole = new(10_000, 80_000, 400_000, 10_000, 400_000, false, 0, 1) };

        Answer answer = Adviser.Answer(profile, hold, null, null);

        Assert.Contains("40.0 ms of pauses while building", answer.Saves, StringComparison.Ordinal);
        Assert.Contains("you dispose of the pool, which took 30.0 ms", answer.Costs, StringComparison.Ordinal);
    }

    private static Answer Of(StepResult hold, StepResult? random = null, StepResult? hot = null) =>
        Adviser.Answer(Made.Profile(), hold, random, hot);
}
