using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using static Cenote.Measurement.Verdict;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Tests.Advising;

/// <summary>Each rule, with an example of each of its conclusions. Intervals extend 0.02 to either side.</summary>
public class RulesTests
{
    private static readonly (double, Verdict) s_half = (0.5, Faster);
    private static readonly (double, Verdict) s_most = (0.8, Faster);
    private static readonly (double, Verdict) s_even = (1, Verdict.TooCloseToCall);
    private static readonly (double, Verdict) s_twice = (2, Slower);

    [Fact]
    public void Hold()
    {
        const string Managed = StringsSection.ManagedArray;
        Assert.Equal(
            new(Use, StringsSection.RefArray, Managed), Held(Made.Hold((0.8, Faster, 50, 5), (0.6, Faster, 80, 1))));
        Assert.Equal(
            new(UseForMemory, StringsSection.IdArray, Managed),
            Held(Made.Hold((1.01, Verdict.TooCloseToCall, 90, 5), (1.02, Verdict.TooCloseToCall, 70, 1))));
        Assert.Equal(new(Use, StringsSection.IdArray), Held(Made.Hold((0.8, Faster, 91, 5), (0.6, Faster, 91, 1))));
        Assert.Equal(
            new(Use, StringsSection.RefArray, Managed),
            Held(Made.Hold((1.01, Verdict.TooCloseToCall, 91, 5), (1.2, Slower, 50, 1))));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, StringsSection.RefArray),
            Held(Made.Hold((1.01, Verdict.TooCloseToCall, 91, 25), (1.2, Slower, 91, 1))));
        Assert.Equal(
            new(CostsTime, StringsSection.IdArray, Managed), Held(Made.Hold((1.5, Slower, 70, 5), (1.4, Slower, 50, 1))));
        Assert.Equal(
            new(Depends, StringsSection.IdArray, Managed), Held(Made.Hold((0.8, Faster, 120, 5), (0.6, Faster, 120, 1))));
        Assert.Equal(
            new(Stay, Managed, StringsSection.IdArray), Held(Made.Hold((1.5, Slower, 100, 5), (1.4, Slower, 100, 1))));
    }

    [Theory]
    [InlineData(1, 4_000_000, true)]
    [InlineData(1, 100, false)]
    [InlineData(4_000, 100, true)]
    public void What_saves_less_than_a_millisecond_and_a_megabyte_in_all_is_not_worth_it(long scale, long strings, bool isWorthIt)
    {
        StepResult hold = Made.Hold((0.6, Faster, 100, 50), (0.6, Faster, 100, 50));
        StepResult some = hold with { Timing = hold.Timing with { OperationsPerCall = strings } };
        var profile = Made.Profile();

        Decision decision = Rules.Hold(
            some, profile with { Whole = new(scale * profile.Count, 0, 0, 0, 0, false, 0, 1) });

        Assert.Equal((isWorthIt ? Use : NotWorthIt, StringsSection.RefArray), (decision.Conclusion, decision.About));
    }

    [Theory]
    [InlineData(45, StringsSection.InternedArray)]
    [InlineData(61, StringsSection.RefArray)]
    public void Who_saves_nearly_all_and_asks_less_of_a_program_goes_first(double interned, string name)
    {
        StepResult hold = Made.Hold(
            (1, Verdict.TooCloseToCall, 40, 50), (1, Verdict.TooCloseToCall, 38, 50),
            interned: (1, Verdict.TooCloseToCall, interned, 50));

        Assert.Equal(name, Held(hold).Recommends);
    }

    [Fact]
    public void Nothing_that_costs_time_is_recommended_whatever_it_saves_and_nothing_that_looks_like_it()
    {
        StepResult slower = Made.Hold(
            (1.5, Slower, 100, 50), (1.5, Slower, 100, 50), interned: (4.4, Slower, 20, 50));
        StepResult noisy = Made.Hold(
            (1.5, Slower, 100, 50), (1.5, Slower, 100, 50), interned: (1.3, Verdict.TooCloseToCall, 20, 50));

        Assert.All(
            [slower, noisy],
            hold => Assert.Equal(new(CostsTime, StringsSection.InternedArray, StringsSection.ManagedArray), Held(hold)));
    }

    [Fact]
    public void An_interner_that_lost_a_pass_of_interning_is_no_way_to_hold_strings()
    {
        StepResult hold = Made.Hold(
            (1.5, Slower, 100, 50), (1.5, Slower, 100, 50), interned: (0.8, Faster, 50, 50));

        Assert.Equal(StringsSection.InternedArray, Held(hold).Recommends);
        Assert.Equal(
            StringsSection.InternedArray, Rules.Hold(hold, Made.Profile(), PassesOf(s_most, s_most, s_half)).Recommends);
        Assert.Equal(
            StringsSection.ManagedArray, Rules.Hold(hold, Made.Profile(), PassesOf(s_half, s_most, s_most)).Recommends);
        Assert.Equal(
            StringsSection.ManagedArray, Rules.Hold(hold, Made.Profile(), PassesOf(s_twice, s_twice, s_twice)).Recommends);
    }

    [Fact]
    public void What_an_interner_takes_for_all_of_a_file_is_that_of_the_copies_which_all_of_it_needs()
    {
        // 1,000 distinct strings of 40,000 bytes in total; the whole file has 1,000 times as many strings, 2,000 of them
        // distinct.
        StepResult hold = Made.Hold((1, Verdict.TooCloseToCall, 100, 50), (1, Verdict.TooCloseToCall, 100, 50), interned: (1, Verdict.TooCloseToCall, 1, 50));
        HoldMeasurement[] memory =
        [
            .. hold.Memory.Select(one => one with
            {
                ManagedBytes = one.Name == StringsSection.InternedArray ? 8_000 + 40_000 + 16_000 : 48_000,
            }),
        ];
        var profile = Made.Profile() with { Whole = new(1_000_000, 8_000_000, 40_000_000, 2_000, 80_000, true, 0, 1) };

        StepResult step = hold with { Memory = memory };

        Assert.Equal(48_000_000, step.BytesOfFile(StringsSection.ManagedArray, profile));
        Assert.Equal(8_000_000 + 80_000 + 32_000, step.BytesOfFile(StringsSection.InternedArray, profile));
        Assert.Equal(StringsSection.InternedArray, Rules.Hold(step, profile).Recommends);
    }

    [Fact]
    public void What_was_measured_with_all_strings_of_a_file_is_not_scaled()
    {
        const long Strings = 1_000_000;
        StepResult hold = Made.Hold((1, Verdict.Faster, 60, 50), (1, Verdict.TooCloseToCall, 100, 50), interned: (1, Verdict.Faster, 30, 50)) with
        {
            Strings = Strings,
        };
        var profile = Made.Profile() with { Whole = new(Strings, 8 * Strings, 40 * Strings, Strings / 2, 20 * Strings, true, 0, 1) };

        Assert.All(hold.Memory, memory => Assert.Equal(memory.TotalBytes, hold.BytesOfFile(memory.Name, profile), 1.0));
        Assert.Equal(1, profile.MeasuredBy(hold).Scale);
        Assert.Equal(1, profile.MeasuredBy(hold).ScaleOfDistinct());
        Assert.Equal(1, profile.ShareHeld(hold));
        Assert.Same(profile, profile.MeasuredBy(Made.Reads("other", 1)));
    }

    [Fact]
    public void Hold_sees_what_is_faster_behind_what_has_the_least_median()
    {
        StepResult faster = Made.Hold((0.95, Verdict.TooCloseToCall, 100, 50), (0.96, Faster, 100, 50));
        StepResult even = Made.Hold((1.04, Slower, 100, 50), (1.05, Verdict.TooCloseToCall, 100, 50));

        Assert.Equal(new(Use, StringsSection.IdArray), Held(faster));
        Assert.Equal(new(Conclusion.TooCloseToCall, StringsSection.IdArray), Held(even));
    }

    [Theory]
    [InlineData(60, 60, StringsSection.RefArray)]
    [InlineData(67, 60, StringsSection.RefArray)]
    [InlineData(69, 60, StringsSection.IdArray)]
    public void Of_pools_that_save_nearly_as_much_the_first_is_named(double refs, double ids, string name)
    {
        Assert.Equal(
            new(Use, name, StringsSection.ManagedArray), Held(Made.Hold((0.61, Faster, refs, 5), (0.6, Faster, ids, 1))));
        Assert.Equal(
            new(UseForMemory, name, StringsSection.ManagedArray),
            Held(Made.Hold((1.01, Verdict.TooCloseToCall, refs, 5), (1, Verdict.TooCloseToCall, ids, 1))));
    }

    [Theory]
    [InlineData(100, 98, StringsSection.RefArray, StringsSection.IdArray)]
    [InlineData(100, 96, StringsSection.IdArray, StringsSection.RefArray)]
    public void Of_pools_that_are_as_fast_the_leanest_is_named(double refs, double ids, string name, string other) =>
        Assert.Equal(
            new(Use, name) { Even = [other] }, Held(Made.Hold((0.61, Faster, refs, 5), (0.6, Faster, ids, 1))));

    [Fact]
    public void Memory_that_a_heap_takes_more_or_less_from_one_process_to_the_next_decides_nothing()
    {
        StepResult hold = Made.Hold((1, Verdict.TooCloseToCall, 50, 50), (1.2, Slower, 50, 50));
        HoldMeasurement[] small = [.. hold.Memory.Select(memory => memory with { ManagedBytes = memory.ManagedBytes >> 10 })];

        Assert.Equal(UseForMemory, Held(hold).Conclusion);
        Assert.Equal(Conclusion.TooCloseToCall, Held(hold with { Memory = small }).Conclusion);
    }

    [Fact]
    public void Arena()
    {
        Assert.Equal(new(Use, StringsSection.ArenaList, StringsSection.IdArray), Arena((0.4, Faster, 120, 1)));
        Assert.Equal(new(UseForMemory, StringsSection.ArenaList, StringsSection.IdArray), Arena((0.61, Faster, 70, 1)));
        Assert.Equal(new(NotWorthIt, StringsSection.ArenaList, StringsSection.IdArray), Arena((0.61, Faster, 80, 1)));
        Assert.Equal(new(CostsTime, StringsSection.ArenaList), Arena((1.2, Slower, 10, 1)));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, StringsSection.ArenaList),
            Rules.Arena(Made.Hold((1.2, Slower, 80, 5), (1.2, Slower, 80, 1), arena: (1, Verdict.TooCloseToCall, 100, 1))));

        static Decision Arena((double, Verdict, double, double) arena) =>
            Rules.Arena(Made.Hold((0.8, Faster, 100, 5), (0.6, Faster, 80, 1), arena: arena));
    }

    [Fact]
    public void Utf8()
    {
        Assert.Equal(
            new(UseForMemory, StringsSection.Utf8IdArray, StringsSection.IdArray),
            Utf8((0.9, Faster, 65, 1), (0.9, Faster, 60, 1)));
        Assert.Equal(
            new(UseForMemory, StringsSection.Utf8Array, StringsSection.IdArray),
            Utf8((0.9, Faster, 61, 1), (0.9, Faster, 60, 1)));
        Assert.Equal(
            new(NotWorthIt, StringsSection.Utf8Array, StringsSection.IdArray), Utf8((0.4, Faster, 73, 1), (1.2, Slower, 60, 1)));
        Assert.Equal(new(CostsTime, StringsSection.Utf8IdArray), Utf8((1.3, Slower, 60, 1), (1.2, Slower, 60, 1)));
        Assert.Equal(new(NotMeasured), Rules.Utf8(Made.Hold((0.8, Faster, 100, 5), (0.6, Faster, 80, 1))));

        static Decision Utf8((double, Verdict, double, double) refs, (double, Verdict, double, double) ids) =>
            Rules.Utf8(Made.Hold((0.8, Faster, 100, 5), (0.6, Faster, 80, 1), utf8: refs, utf8Ids: ids));
    }

    [Fact]
    public void Pauses()
    {
        Assert.Equal(new(NotWorthIt, StringsSection.RefArray), Pauses(0.9, 0.1, 0.1));
        Assert.Equal(new(NotWorthIt, StringsSection.RefArray), Pauses(50, 26, 26));
        Assert.Equal(new(Conclusion.TooCloseToCall, StringsSection.RefArray), Pauses(1.4, 0.1, 0.1));
        Assert.Equal(new(Conclusion.TooCloseToCall, StringsSection.RefArray), Pauses(50, 24, 17));
        Assert.Equal(new(Use, StringsSection.RefArray) { Even = [StringsSection.IdArray] }, Pauses(50, 16, 11));
        Assert.Equal(new(Use, StringsSection.IdArray), Pauses(50, 16, 10));

        static Decision Pauses(double managed, double refs, double ids) =>
            Paused(Made.Hold((0.8, Faster, 100, refs), (0.8, Faster, 100, ids), managedPause: managed));
    }

    [Fact]
    public void Pauses_that_cost_time()
    {
        Assert.Equal(
            new(CostsTime, StringsSection.IdArray), Paused(Made.Hold((0.8, Faster, 100, 30), (1.2, Slower, 100, 1))));
        Assert.Equal(new(Use, StringsSection.RefArray), Paused(Made.Hold((0.8, Faster, 100, 15), (1.2, Slower, 100, 1))));
        Assert.Equal(
            new(Depends, StringsSection.IdArray), Paused(Made.Hold((0.8, Faster, 120, 30), (0.8, Faster, 120, 1))));
    }

    [Fact]
    public void Pauses_agree_with_what_holds_the_strings_where_that_is_as_good()
    {
        StepResult hold = Made.Hold((0.8, Faster, 100, 12), (0.8, Faster, 80, 10));

        Assert.Equal(StringsSection.IdArray, Held(hold).Recommends);
        Assert.Equal(new(Use, StringsSection.IdArray) { Even = [StringsSection.RefArray] }, Paused(hold));
    }

    [Fact]
    public void So_few_bytes_stop_no_program()
    {
        StepResult hold = Made.Hold((0.8, Faster, 100, 1), (0.8, Faster, 100, 1));
        HoldMeasurement[] small = [.. hold.Memory.Select(memory => memory with { ManagedBytes = memory.ManagedBytes >> 10 })];

        Assert.Equal(NotWorthIt, Paused(hold with { Memory = small }).Conclusion);
    }

    [Fact]
    public void Churn()
    {
        Assert.Equal(new(Use, StringsSection.Id), Rules.Churn(Made.Churn(3, s_most, s_half)));
        Assert.Equal(
            new(Use, StringsSection.Ref) { Even = [StringsSection.Id] }, Rules.Churn(Made.Churn(3, (0.51, Faster), s_half)));
        Assert.Equal(new(Conclusion.TooCloseToCall, StringsSection.Ref), Rules.Churn(Made.Churn(3, s_even, s_twice)));
        Assert.Equal(new(Stay, StringsSection.Managed, StringsSection.Id), Rules.Churn(Made.Churn(3, (3, Slower), s_twice)));
    }

    [Fact]
    public void Of_what_cannot_be_told_apart_the_first_is_recommended_that_is_about_as_fast_as_the_fastest()
    {
        Assert.Equal(StringsSection.Ref, Churn(0.54));
        Assert.Equal(StringsSection.Id, Churn(0.56));

        static string? Churn(double refs)
        {
            Comparison churn = Made.Churn(3, (refs, Faster), s_half).Timing;
            RivalResult[] wide =
            [
                .. churn.Rivals.Select(rival => rival.Verdict == Baseline ? rival : rival with { RatioInterval = new(0.4, 0.7) }),
            ];
            Decision decision = Rules.Churn(Made.Churn(3, s_half, s_half) with { Timing = churn with { Rivals = wide } });
            Assert.Single(decision.Even);
            return decision.Recommends;
        }
    }

    [Fact]
    public void Churn_as_utf8()
    {
        Assert.Equal(new(Use, StringsSection.Utf8), Rules.ChurnAsUtf8(Made.Churn(3, s_most, s_most, utf8: s_half)));
        Assert.Equal(
            new(NotWorthIt, StringsSection.Utf8), Rules.ChurnAsUtf8(Made.Churn(3, s_most, (0.53, Faster), utf8: s_half)));
        Assert.Equal(new(NotWorthIt, StringsSection.Utf8), Rules.ChurnAsUtf8(Made.Churn(3, s_twice, s_twice, utf8: s_even)));
        Assert.Equal(new(NotMeasured), Rules.ChurnAsUtf8(Made.Churn(3, s_most, s_most)));
    }

    [Fact]
    public void Keys()
    {
        Assert.Equal(new(Use, CollectionsSection.Compact), Rules.Keys(KeysOf(s_even, s_half, s_half)));
        Assert.Equal(new(UseForMemory, CollectionsSection.Compact), Rules.Keys(KeysOf(s_even, s_even, s_even)));
        Assert.Equal(new(Depends, CollectionsSection.Compact), Rules.Keys(KeysOf(s_twice, s_half, s_half)));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, CollectionsSection.Compact),
            Rules.Keys(KeysOf(s_even, s_even, s_even, megabytes: 9.5)));
        Assert.Equal(
            new(Stay, CollectionsSection.Managed, CollectionsSection.Compact), Rules.Keys(KeysOf(s_twice, s_even, s_even)));
    }

    [Fact]
    public void Frozen_keys()
    {
        Assert.Equal(new(Use, CollectionsSection.Frozen), Rules.FrozenKeys(Hits((0.3, Faster))));
        Assert.Equal(new(NotWorthIt, CollectionsSection.Frozen), Rules.FrozenKeys(Hits((0.47, Faster))));
        Assert.Equal(new(NotMeasured), Rules.FrozenKeys(Hits(null)));

        static StepResult Hits((double, Verdict)? frozen) =>
            Made.Keys(CollectionsSection.Hits, (0.5, Faster, 0), (0.6, Faster, 0), (0.9, Faster), frozen);
    }

    [Fact]
    public void Interner()
    {
        Assert.Equal(new(Use, InterningSection.Exact), Interned(PassesOf(s_most, s_even, s_half)));
        Assert.Equal(new(Use, InterningSection.Set), Interned(PassesOf(s_half, s_half, s_most)));
        Assert.Equal(new(Use, InterningSection.Concurrent), Interned(PassesOf(s_most, s_half, s_most)));
        Assert.Equal(new(UseForMemory, InterningSection.Exact), Interned(PassesOf(s_twice, s_twice, s_even)));
        Assert.Equal(new(CostsTime, InterningSection.Exact), Interned(PassesOf((3, Slower), (3, Slower), s_twice)));
        Assert.Equal(new(Conclusion.TooCloseToCall, InterningSection.Exact), Interned(PassesOf(s_half, s_most, s_half)));
        Assert.Equal(
            new(Depends, InterningSection.Exact),
            Interned(
                new(
                    Pass(InterningSection.First, s_half, s_most, s_most, 60),
                    Pass(InterningSection.Second, s_most, s_most, s_half, 60),
                    Made.Profile())));
        Assert.Equal(new(NotWorthIt, InterningSection.Exact), Interned(PassesOf(s_twice, s_twice, s_half, megabytes: 95)));
        Assert.Equal(new(NotWorthIt, InterningSection.Exact), Interned(PassesOf(s_half, s_twice, s_twice, megabytes: 95)));
        Assert.Equal(
            new(Stay, InterningSection.Plain, InterningSection.Exact),
            Interned(PassesOf(s_twice, s_twice, s_twice, megabytes: 95)));
    }

    [Fact]
    public void Interning_agrees_with_what_holds_the_strings()
    {
        InternPasses faster = PassesOf(s_most, s_most, s_half);
        InternPasses set = PassesOf(s_half, s_most, s_most);

        Assert.Equal(new(Use, InterningSection.Exact), After((0.8, Faster, 50, 50), faster));
        Assert.Equal(new(CostsTime, InterningSection.Exact), After((4.4, Slower, 50, 50), faster));
        Assert.Equal(new(CostsTime, InterningSection.Exact), After((1.3, Verdict.TooCloseToCall, 50, 50), faster));
        Assert.Equal(new(NotWorthIt, InterningSection.Exact), After((0.8, Faster, 95, 50), faster));
        Assert.Equal(new(Use, InterningSection.Set), After((4.4, Slower, 50, 50), set));

        static Decision After((double, Verdict, double, double) interned, InternPasses passes) => Rules.Interner(
            passes, Made.Profile(), Made.Hold((1.5, Slower, 100, 50), (1.5, Slower, 100, 50), interned: interned));
    }

    [Theory]
    [InlineData(1.24, InterningSection.Exact)]
    [InlineData(1.26, null)]
    public void Interning_that_may_well_cost_time_is_not_recommended(double upper, string? recommended)
    {
        InternPasses passes = PassesOf(s_twice, s_twice, s_even);
        Comparison second = passes.Second.Timing;
        RivalResult[] rivals =
        [
            .. second.Rivals.Select(rival =>
                rival.Name == InterningSection.Exact ? rival with { RatioInterval = new(0.9, upper) } : rival),
        ];

        Decision decision = Interned(
            passes with { Second = passes.Second with { Timing = second with { Rivals = rivals } } });

        Assert.Equal((recommended, InterningSection.Exact), (decision.Recommends, decision.About));
        Assert.Equal(recommended is null, decision.Conclusion == Conclusion.TooCloseToCall);
    }

    [Fact]
    public void What_beats_the_interner_is_not_named_if_the_interner_beats_it()
    {
        // The interner loses the first pass to the dictionary and wins the second against the set.
        Decision decision = Interned(new(
            Pass(InterningSection.First, (0.55, Faster), (0.52, Faster), (0.57, Faster), 60),
            Pass(InterningSection.Second, (0.55, Faster), (0.52, Faster), (0.5, Faster), 60),
            Made.Profile()));

        Assert.Equal(new(Use, InterningSection.Concurrent), decision);
    }

    [Fact]
    public void Interner_for_threads()
    {
        Assert.True(Rules.IsInternerForThreads(PassesOf(s_half, s_most, s_half)));
        Assert.False(Rules.IsInternerForThreads(PassesOf(s_most, s_half, s_half)));
    }

    [Theory]
    [InlineData(1.4, InterningSection.Set)]
    [InlineData(2.4, InterningSection.Exact)]
    public void An_interner_that_is_faster_in_the_passes_but_slower_to_build_does_not_replace_the_first_choice(double set, string kept)
    {
        // To build everything, the set takes 1.4 or 2.4 times as long as plain strings, the interner 1.9 times.
        StepResult hold = Made.Hold(
            (2, Slower, 100, 50), (2, Slower, 100, 50), interned: (1.9, Slower, 20, 50), set: (set, Slower, 20, 50));
        InternPasses passes = new(
            Made.Interning(InterningSection.First, (1.5, Slower), (1.6, Slower), (1.2, Slower)),
            Made.Interning(InterningSection.Second, (1.5, Slower), (1.6, Slower), (1.2, Slower)),
            Made.Profile());

        Assert.Equal((CostsTime, kept), (Rules.Interner(passes, Made.Profile(), hold).Conclusion, Rules.Interner(passes, Made.Profile(), hold).About));
        Assert.Equal(Rules.HolderOf(kept), Rules.Hold(hold, Made.Profile(), passes).About);
    }

    [Fact]
    public void Interned_ids()
    {
        Assert.Equal(new(UseForMemory, InterningSection.Table, InterningSection.Set), Ids(s_half, 50));
        Assert.Equal(new(NotWorthIt, InterningSection.Table, InterningSection.Set), Ids(s_half, 55));
        Assert.Equal(new(CostsTime, InterningSection.Table, InterningSection.Set), Ids(s_twice, 10));
        Assert.Equal(
            new(CostsTime, InterningSection.Table, InterningSection.Set), Ids((1.3, Verdict.TooCloseToCall), 10));

        static Decision Ids((double, Verdict) table, double megabytes) => Rules.InternedIds(new(
            Made.Interning(InterningSection.First, s_half, s_half, s_half, table, 60, 60, 60, megabytes),
            Made.Interning(InterningSection.Second, s_half, s_half, s_half, table),
            Made.Profile()), hold: null);
    }

    [Fact]
    public void Sort()
    {
        Assert.Equal(
            new(Use, SortSection.ArenaSort) { Even = [SortSection.SpanSort] },
            Rules.Sort(Made.Sort(s_half, (0.52, Faster), s_half)));
        Assert.Equal(new(Use, SortSection.SpanSort), Rules.Sort(Made.Sort(s_half, s_most, s_half)));
        Assert.Equal(new(Depends, SortSection.SpanSort), Rules.Sort(Made.Sort(s_half, s_most, s_even)));
        Assert.Equal(new(Conclusion.TooCloseToCall, SortSection.SpanSort), Rules.Sort(Made.Sort(s_even, s_twice, s_even)));
        Assert.Equal(new(Stay, SortSection.ArraySort, SortSection.ArenaSort), Rules.Sort(Made.Sort(s_twice, s_twice, s_even)));
    }

    [Fact]
    public void Sort_by_arena()
    {
        Assert.Equal(new(Use, SortSection.ManagedByArena), Rules.SortByArena(Made.Sort(s_half, s_half, s_half)));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, SortSection.ManagedByArena), Rules.SortByArena(Made.Sort(s_half, s_half, s_even)));
        Assert.Equal(new(CostsTime, SortSection.ManagedByArena), Rules.SortByArena(Made.Sort(s_half, s_half, s_twice)));
    }

    [Fact]
    public void Pooling()
    {
        Assert.Equal(
            new(Use, ObjectsSection.PooledBuffers), Rules.Pooling(Made.Buffers((1, s_most, s_half), (8, s_most, s_half))));
        Assert.Equal(
            new(Use, ObjectsSection.SharedBuffers) { Even = [ObjectsSection.PooledBuffers] },
            Rules.Pooling(Made.Buffers((1, s_half, s_half), (8, s_most, s_half))));
        Assert.Equal(
            new(Depends, ObjectsSection.PooledBuffers), Rules.Pooling(Made.Buffers((1, s_twice, s_twice), (8, s_twice, s_half))));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, ObjectsSection.PooledBuffers),
            Rules.Pooling(Made.Buffers((1, s_twice, s_even), (8, s_twice, s_twice))));
        Assert.Equal(
            new(Stay, ObjectsSection.NewBuffers, ObjectsSection.SharedBuffers),
            Rules.Pooling(Made.Buffers((1, s_twice, s_twice), (8, s_twice, s_twice))));
    }

    [Fact]
    public void Temporary_memory()
    {
        Assert.Equal(
            new(Use, BuffersSection.ScratchRent) { Even = [BuffersSection.StackFirst] },
            Rules.TemporaryMemory(Made.Temporary(s_most, s_half, s_half)));
        Assert.Equal(
            new(Conclusion.TooCloseToCall, BuffersSection.StackFirst),
            Rules.TemporaryMemory(Made.Temporary(s_twice, s_twice, s_even)));
        Assert.Equal(
            new(Stay, BuffersSection.NewArray, BuffersSection.SharedArray),
            Rules.TemporaryMemory(Made.Temporary(s_twice, s_twice, s_twice)));
    }

    [Fact]
    public void Duplicates()
    {
        Assert.Equal(new(Depends), Rules.Duplicates(Made.Profile(duplicateBytes: 8_000)));
        Assert.Equal(new(Depends), Rules.Duplicates(Made.Profile(duplicateBytes: 2_000)));
        Assert.Equal(new(NotWorthIt), Rules.Duplicates(Made.Profile(duplicateBytes: 1_999)));
    }

    private static Decision Held(StepResult hold) => Rules.Hold(hold, Made.Profile());

    private static Decision Paused(StepResult hold) => Rules.Pauses(hold, Made.Profile(), Held(hold));

    private static Decision Interned(InternPasses passes) => Rules.Interner(passes, Made.Profile(), hold: null);

    // UTF-16 keys are slower in every step.
    private static KeySteps KeysOf(
        (double Ratio, Verdict) build, (double Ratio, Verdict) hits, (double Ratio, Verdict) misses, double megabytes = 5)
    {
        return new KeySteps(
            Step(CollectionsSection.Build, build, null),
            Step(CollectionsSection.Hits, hits, (1.3, Slower)),
            Step(CollectionsSection.Misses, misses, (1.3, Slower)));

        StepResult Step(string id, (double Ratio, Verdict Verdict) compact, (double, Verdict)? span) =>
            Made.Keys(id, (compact.Ratio, compact.Verdict, megabytes), (3, Slower, 20), span);
    }

    private static InternPasses PassesOf(
        (double, Verdict) set, (double, Verdict) concurrent, (double, Verdict) exact, double megabytes = 60) =>
        new(
            Pass(InterningSection.First, set, concurrent, exact, megabytes),
            Pass(InterningSection.Second, set, concurrent, exact, megabytes),
            Made.Profile());

    private static StepResult Pass(
        string id, (double, Verdict) set, (double, Verdict) concurrent, (double, Verdict) exact, double megabytes) =>
        Made.Interning(id, set, concurrent, exact, null, megabytes, megabytes, megabytes);
}
