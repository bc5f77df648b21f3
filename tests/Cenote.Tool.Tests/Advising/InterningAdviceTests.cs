using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class InterningAdviceTests
{
    private static readonly (double Ratio, Verdict Verdict) s_half = (0.5, Verdict.Faster);
    private static readonly (double Ratio, Verdict Verdict) s_most = (0.8, Verdict.Faster);
    private static readonly (double Ratio, Verdict Verdict) s_even = (1, Verdict.TooCloseToCall);
    private static readonly (double Ratio, Verdict Verdict) s_twice = (2, Verdict.Slower);
    private static readonly (double Ratio, Verdict Verdict) s_thrice = (3, Verdict.Slower);

    // 750 of 1,000 strings are distinct.
    private static readonly CorpusProfile s_profile = Made.Profile(distinct: 750);

    [Fact]
    public void An_interner_that_beats_the_framework_is_recommended_with_all_figures()
    {
        AdviceItem advice = Advise(First(s_most, s_even, s_half), Second(s_most, s_even, s_half));

        Assert.Equal(("Interning", InterningSection.Exact), (advice.Topic, advice.Recommends));
        Cites(
            advice,
            "Intern these strings (25.0 % repeat an earlier one) with a StringInterner: less memory, 50.0 MB against 100 MB;",
            "the first pass takes 50.0 ns per string against 100 ns with new string (ratio 0.50, 95 % interval 0.48 to 0.52), "
            + "80.0 ns with HashSet, 100 ns "
            + "with ConcurrentDictionary;",
            "the second pass takes 50.0 ns", "300 ns with string.Intern",
            "A BoundedStringInterner takes 77.0 ns and 77.0 ns, 66.0 MB; a WeakStringInterner 88.0 ns and 88.0 ns, 55.0 MB.");
    }

    [Fact]
    public void It_must_win_one_pass_and_lose_none()
    {
        Assert.Equal(InterningSection.Exact, Advise(First(s_half, s_half, s_half), Second(s_most, s_most, s_half)).Recommends);

        AdviceItem mixed = Advise(First(s_half, s_most, s_most), Second(s_most, s_most, s_half));
        Assert.Null(mixed.Recommends);
        Cites(
            mixed,
            "The best interner depends on the pass: a StringInterner is faster in the second pass and slower in the first pass.");
    }

    [Fact]
    public void It_is_said_when_interners_cannot_be_told_apart()
    {
        // Intervals extend 0.02 to either side: those around 0.50 and 0.53 overlap; those around 0.50 and 0.55 do not.
        AdviceItem even = Advise(First((0.53, Verdict.Faster), s_most, s_half), Second((0.53, Verdict.Faster), s_most, s_half));
        AdviceItem uneven = Advise(First((0.53, Verdict.Faster), s_most, s_half), Second((0.55, Verdict.Faster), s_most, s_half));

        Assert.Null(even.Recommends);
        Cites(
            even,
            "Intern these strings (25.0 % repeat an earlier one); which interner is best is too close to call. "
            + "With a StringInterner: less memory",
            "A HashSet is not thread-safe; if threads share the interner, a StringInterner is faster than a ConcurrentDictionary.");
        Assert.Equal(InterningSection.Exact, uneven.Recommends);
    }

    [Fact]
    public void A_set_is_recommended_when_it_wins_and_what_is_best_between_threads_is_said()
    {
        AdviceItem shared = Advise(First(s_half, s_even, s_most), Second(s_half, s_even, s_most));
        AdviceItem even = Advise(First(s_half, s_most, s_most), Second(s_half, s_most, s_most));

        Assert.Equal(InterningSection.Set, shared.Recommends);
        Cites(
            shared, "with a HashSet: less memory, 60.0 MB", "50.0 ns per string", "80.0 ns with StringInterner",
            "A HashSet is not thread-safe");
        Assert.Equal(InterningSection.Set, even.Recommends);
        Assert.DoesNotContain("if threads share the interner", even.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_concurrent_dictionary_is_recommended_when_it_wins()
    {
        Assert.Equal(
            InterningSection.Concurrent, Advise(First(s_most, s_half, s_even), Second(s_most, s_half, s_even)).Recommends);
    }

    [Fact]
    public void Nothing_that_is_slower_than_new_strings_is_recommended_whatever_it_saves()
    {
        AdviceItem first = Advise(First(s_thrice, s_thrice, s_twice), Second(s_even, s_even, s_half));
        AdviceItem second = Advise(First(s_even, s_even, s_half), Second(s_thrice, s_thrice, s_twice));
        AdviceItem set = Advise(First(s_twice, s_thrice, s_thrice), Second(s_twice, s_thrice, s_thrice));
        AdviceItem undecided = Advise(First(s_twice, s_twice, s_twice), Second(s_half, s_half, s_half));

        Assert.All([first, second, set, undecided], advice => Assert.Null(advice.Recommends));
        Cites(
            first,
            "Only if memory matters more than time, intern these strings (25.0 % repeat an earlier one) with a StringInterner: "
            + "less memory");
        Cites(second, "Only if memory matters more than time");
        Cites(set, "Only if memory matters more than time", "with a HashSet: less memory");
        Cites(undecided, "Only if memory matters more than time", "which interner is best is too close to call.");
    }

    [Fact]
    public void It_is_said_when_the_time_against_new_strings_is_too_close_to_call()
    {
        AdviceItem advice = Advise(First(s_twice, s_twice, s_even), Second(s_twice, s_twice, s_even));

        Assert.Equal(InterningSection.Exact, advice.Recommends);
        Cites(advice, "with a StringInterner; the time is too close to call: less memory");
    }

    [Fact]
    public void Plain_strings_are_recommended_when_interning_costs_time_and_saves_little_memory()
    {
        AdviceItem advice = Advise(First(s_thrice, s_thrice, s_twice, exactMegabytes: 91), Second(s_even, s_even, s_half));

        Assert.Equal(InterningSection.Plain, advice.Recommends);
        Cites(
            advice,
            "Plain strings are right here (25.0 % repeat an earlier one). Interning costs time and saves almost no memory",
            "91.0 MB against 100 MB");
    }

    [Theory]
    [InlineData(Verdict.TooCloseToCall, true)]
    [InlineData(Verdict.Faster, false)]
    public void Interning_for_its_time_alone_is_not_recommended(Verdict verdict, bool isTooClose)
    {
        AdviceItem advice = Advise(
            First(s_twice, s_twice, (0.9, verdict), exactMegabytes: 91), Second(s_twice, s_twice, (0.9, verdict)));

        Assert.Null(advice.Recommends);
        Cites(advice, "Interning saves almost no memory here (25.0 % repeat an earlier one)");
        Assert.Equal(isTooClose, advice.Text.Contains("the time is too close to call", StringComparison.Ordinal));
    }

    [Fact]
    public void What_saves_too_little_memory_is_no_rival()
    {
        // In the first case the set is fastest but saves no memory. In the second, only the set saves memory.
        AdviceItem exact = Adviser.Interner(
            s_profile,
            Made.Interning(InterningSection.First, s_half, s_even, s_most, setMegabytes: 95, concurrentMegabytes: 95),
            Second(s_half, s_even, s_most));
        AdviceItem set = Adviser.Interner(
            s_profile, Made.Interning(
                InterningSection.First, s_most, s_most, s_half, exactMegabytes: 95), Second(s_most, s_even, s_half));

        Assert.Equal(InterningSection.Exact, exact.Recommends);
        Assert.Equal(InterningSection.Set, set.Recommends);
    }

    [Fact]
    public void Nothing_that_lost_is_ever_recommended()
    {
        const int Seed = 11;
        var random = new Random(Seed);
        for (int trial = 0; trial < 5_000; trial++)
        {
            StepResult first = Made.Interning(
                InterningSection.First, Any(random), Any(random), Any(random), Any(random), 120 * random.NextDouble(),
                120 * random.NextDouble(),
                120 * random.NextDouble(), 120 * random.NextDouble());
            StepResult second = Made.Interning(InterningSection.Second, Any(random), Any(random), Any(random), Any(random));

            AdviceItem strings = Adviser.Interner(s_profile, first, second);
            AdviceItem ids = Adviser.InternedIds(s_profile, first, second);

            Assert.False(HasLost(strings), $"Seed {Seed}, trial {trial}: {strings}");
            Assert.False(HasLost(ids), $"Seed {Seed}, trial {trial}: {ids}");

            bool HasLost(AdviceItem advice) => advice.Recommends switch
            {
                null => false,
                InterningSection.Plain => first.Timing[InterningSection.Exact].Verdict != Verdict.Slower
                    && second.Timing[InterningSection.Exact].Verdict != Verdict.Slower,
                string name => first.Timing[name].Verdict == Verdict.Slower || second.Timing[name].Verdict == Verdict.Slower
                    || first.Memory.Single(memory => memory.Name == name).TotalBytes > 0.9 * first.Memory[0].TotalBytes,
            };
        }
    }

    [Fact]
    public void Numbers_are_recommended_when_they_are_leaner_than_all_and_no_slower_than_new_strings()
    {
        AdviceItem advice = Adviser.InternedIds(
            s_profile, First(s_most, s_most, s_half, table: s_half), Second(s_most, s_most, s_half, table: s_even));

        Assert.Equal(("Interned ids", InterningSection.Table), (advice.Topic, advice.Recommends));
        Cites(
            advice,
            "If records can hold a number instead of a string, get it from a StringTable: less memory, 20.0 MB against 100 MB, "
            + "and 50.0 MB with "
            + "StringInterner; the first pass takes 50.0 ns per string against 100 ns with new string (ratio 0.50, 95 % interval "
            + "0.48 to 0.52); the second",
            "the longest pause with everything live is 100 µs against 50.0 ms");
    }

    [Fact]
    public void Numbers_that_save_too_little_or_cost_time_are_not_recommended()
    {
        AdviceItem little = Adviser.InternedIds(
            s_profile, First(s_most, s_most, s_half, table: s_half, tableMegabytes: 46), Second(s_most, s_most, s_half, table: s_half));
        AdviceItem slow = Adviser.InternedIds(
            s_profile, First(s_most, s_most, s_half, table: s_twice), Second(s_most, s_most, s_half, table: s_half));
        AdviceItem none = Adviser.InternedIds(
            s_profile, First(
                s_twice, s_twice, s_twice, table: s_even, tableMegabytes: 89), Second(s_twice, s_twice, s_twice, table: s_even));

        Assert.All([little, slow], advice => Assert.Null(advice.Recommends));
        Cites(
            little,
            "save almost no memory beyond StringInterner: 46.0 MB with a StringTable against 50.0 MB with StringInterner, "
            + "100 MB with new string; the first pass");
        Assert.DoesNotContain("less memory", little.Text, StringComparison.Ordinal);
        Cites(slow, "cost time here: with a StringTable", "200 ns per string against 100 ns");

        // The advice compares with no contender that is slower than new strings.
        Assert.Equal(InterningSection.Table, none.Recommends);
        Cites(none, "from a StringTable; the time is too close to call: less memory, 89.0 MB against 100 MB; the first pass");
    }

    [Fact]
    public void Interners_come_before_duplicates()
    {
        SectionResult section = new(
            InterningSection.SectionName, [First(s_most, s_most, s_half), Second(s_most, s_most, s_half)]);

        Assert.Equal(
            ["Interning", "Interned ids", "Duplicates"], Adviser.Advise(s_profile, [section]).Select(item => item.Topic));
    }

    [Fact]
    public void What_ids_and_interners_take_of_a_sampled_file_is_that_of_all_of_it()
    {
        // 1 % of the strings was measured, with few repetitions; in the whole file 99 % of the strings repeat.
        CorpusProfile profile =
            Made.Profile() with { Whole = new(100_000, 800_000, 4_000_000, 1_000, 40_000, IsEstimate: true, 0, 1) };
        StepResult first = First(s_even, s_even, s_even, s_even, exactMegabytes: 110, tableMegabytes: 105);
        first = first with
        {
            Memory =
            [
                .. first.Memory.Select(one => one.Name == InterningSection.Table
                    ? one with { ManagedBytes = 4_000, NativeBytes = one.ManagedBytes - 4_000 }
                    : one),
            ],
        };
        StepResult second = Second(s_even, s_even, s_even, s_even);

        AdviceItem interner = Adviser.Interner(profile, first, second);
        AdviceItem ids = Adviser.InternedIds(profile, first, second);

        Cites(interner, "less memory, 111 MB against 9.77 GB");
        Assert.Equal(Conclusion.NotWorthIt, ids.Outcome);
        Cites(ids, "105 MB with a StringTable against", "9.77 GB with new string");
    }

    [Theory]
    [InlineData(StringsSection.TableArray, "Interned ids")]
    [InlineData(StringsSection.SetArray, "Interning")]
    public void The_memory_of_all_strings_is_that_of_the_verdict(string recommended, string topic)
    {
        CorpusProfile profile = Made.Profile() with { Whole = new(100_000, 800_000, 4_000_000, 1_000, 40_000, true, 0, 1) };
        (double, Verdict, double, double) slow = (1.5, Verdict.Slower, 100, 50);
        StepResult hold = Made.Hold(
            slow,
            slow,
            set: (0.8, Verdict.Faster, 30, 20),
            interned: slow,
            table: recommended == StringsSection.TableArray ? (0.8, Verdict.Faster, 2, 0.2) : slow);
        hold = hold with { Strings = 100_000 };
        SectionResult[] sections =
        [
            new(StringsSection.SectionName, [hold]),
            new(
                InterningSection.SectionName,
                [First(s_half, s_even, s_even, table: s_half), Second(s_half, s_even, s_even, table: s_half)]),
        ];

        Answer answer = Adviser.Answer(profile, sections)!;
        AdviceItem advice = Adviser.Advise(profile, sections).Single(item => item.Topic == topic);

        Assert.Equal(recommended, answer.Recommends);
        Cites(advice, $"less memory, {Units.Bytes(answer.BytesAfter)} against {Units.Bytes(answer.BytesBefore)}");
        Assert.Equal(
            answer.BytesBefore - answer.BytesAfter, advice.Effects.Single(effect => effect.Kind == EffectKind.Memory).Saved, 1.0);
    }

    [Fact]
    public void Building_once_has_its_say_when_passes_are_fast()
    {
        AdviceItem slow = Adviser.Interner(
            s_profile, First(s_most, s_even, s_half), Second(s_most, s_even, s_half), Held((4.4, Verdict.Slower, 50, 50)));
        AdviceItem fast = Adviser.Interner(
            s_profile, First(s_most, s_even, s_half), Second(s_most, s_even, s_half), Held((0.8, Verdict.Faster, 50, 50)));

        Assert.Equal((Conclusion.CostsTime, null), (slow.Outcome, slow.Recommends));
        Cites(
            slow, "Only if memory matters more than time, intern these strings", "with a StringInterner: less memory",
            "Building once in a new process takes 440 ns per string against 100 ns with string[]");
        Assert.Equal(InterningSection.Exact, fast.Recommends);
    }

    [Fact]
    public void Where_a_pool_holds_the_strings_interning_is_the_second_choice()
    {
        StepResult hold = Made.Hold(
            (0.5, Verdict.Faster, 20, 50), (0.5, Verdict.Faster, 20, 50), interned: (0.8, Verdict.Faster, 60, 50));

        AdviceItem advice = Adviser.Interner(s_profile, First(s_most, s_even, s_half), Second(s_most, s_even, s_half), hold);

        Assert.Equal(InterningSection.Exact, advice.Recommends);
        Cites(advice, "If these strings must stay managed, intern them (25.0 % repeat an earlier one) with a StringInterner");
    }

    private static StepResult Held((double, Verdict, double, double) interned) =>
        Made.Hold((1.5, Verdict.Slower, 100, 50), (1.5, Verdict.Slower, 100, 50), interned: interned);

    // If exactMegabytes is given, the set and the dictionary take as much memory as the interner.
    private static StepResult First(
        (double Ratio, Verdict Verdict) set,
        (double Ratio, Verdict Verdict) concurrent,
        (double Ratio, Verdict Verdict) exact,
        (double Ratio, Verdict Verdict)? table = null,
        double? exactMegabytes = null,
        double tableMegabytes = 20) =>
        Made.Interning(
            InterningSection.First, set, concurrent, exact, table, exactMegabytes ?? 60, exactMegabytes ?? 70, exactMegabytes
                ?? 50, tableMegabytes);

    private static StepResult Second(
        (double Ratio, Verdict Verdict) set,
        (double Ratio, Verdict Verdict) concurrent,
        (double Ratio, Verdict Verdict) exact,
        (double Ratio, Verdict Verdict)? table = null) =>
        Made.Interning(InterningSection.Second, set, concurrent, exact, table);

    private static AdviceItem Advise(StepResult first, StepResult second) => Adviser.Interner(s_profile, first, second);

    private static (double Ratio, Verdict Verdict) Any(Random random)
    {
        double ratio = 0.5 + random.NextDouble();

        // Noise may hide a difference but never reverses it.
        Verdict honest = ratio < 1 ? Verdict.Faster : Verdict.Slower;
        return (ratio, random.Next(3) == 0 ? Verdict.TooCloseToCall : honest);
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
