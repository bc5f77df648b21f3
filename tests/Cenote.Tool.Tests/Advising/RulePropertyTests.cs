using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

/// <summary>Properties of every rule, tested with random results and those of real files.</summary>
public class RulePropertyTests
{
    private const int Seed = 20261122;
    private const int Trials = 3_000;

    private static readonly string[] s_pools = [StringsSection.RefArray, StringsSection.IdArray, StringsSection.ContiguousArray];
    private static readonly string[] s_utf8Pools = [StringsSection.Utf8Array, StringsSection.Utf8IdArray];
    private static readonly string[] s_interners = [InterningSection.Set, InterningSection.Concurrent, InterningSection.Exact];

    [Fact]
    public void Nothing_that_was_slower_is_recommended() => ForEachCase((rule, _) =>
    {
        if (IsChange(rule))
        {
            Assert.DoesNotContain(rule.Steps, step => step.Timing[rule.Decision.Recommends!].Verdict == Verdict.Slower);
        }
    });

    [Fact]
    public void What_is_used_for_its_time_is_faster_than_today_and_slower_than_no_other_choice() => ForEachCase((rule, _) =>
    {
        if (rule.Decision is { Conclusion: Conclusion.Use, Recommends: string name } && rule.Topic != "Pauses")
        {
            // A contender that holds all strings may be recommended mainly for its memory or its pauses.
            if (rule.Topic == "Hold" && Bytes(rule, name) <= 0.9 * Bytes(rule, Today(rule)))
            {
                Assert.Equal(Verdict.Faster, rule.Steps[0].Timing[name].Verdict);
                return;
            }

            if (rule.Topic == "Hold" && rule.Steps[0].Timing[name].Verdict != Verdict.Faster)
            {
                Assert.True(Pause(rule, Today(rule)) >= 3 * Pause(rule, name));
                return;
            }

            Assert.Contains(rule.Steps, step => step.Timing[name].Verdict == Verdict.Faster);

            // Interners count only if they save a tenth of the memory, and contenders that hold all strings only if they take less
            // than 1.1 times today's memory.
            Assert.DoesNotContain(
                Choices(rule).Where(other => rule.Topic switch
                {
                    "Interner" => Bytes(rule, other) <= 0.9 * Bytes(rule, Today(rule)),
                    "Hold" => Bytes(rule, other) < 1.1 * Bytes(rule, Today(rule)),
                    _ => true,
                }),
                other => rule.Steps.All(step => IsFaster(step, other, name)));
        }
    });

    [Fact]
    public void What_is_used_for_its_memory_takes_a_tenth_less_than_today_and_next_to_no_more_than_any_other_choice() =>
        ForEachCase((rule, _) =>
        {
            if (rule.Decision is { Conclusion: Conclusion.UseForMemory, Recommends: string name })
            {
                Assert.True(Bytes(rule, name) <= 0.9 * Bytes(rule, Today(rule)));

                // An interner is chosen by time. A contender that holds all strings needs only 80 % of the best one's saving.
                double enough = rule.Topic == "Hold" ? 0.8 : 1;
                if (rule.Topic != "Interner")
                {
                    double saved = Bytes(rule, Today(rule)) - Bytes(rule, name);
                    Assert.DoesNotContain(
                        Choices(rule).Where(other => rule.Topic != "Hold" || Rules.IsFree(rule.Steps[0].Timing[other])),
                        other => saved < enough * (Bytes(rule, Today(rule)) - (1.03 * Bytes(rule, other))));
                }
            }
        });

    [Fact]
    public void What_a_program_has_is_recommended_whenever_all_choices_are_slower_and_only_then() => ForEachCase((rule, _) =>
    {
        if (rule.Decision.Recommends == Today(rule))
        {
            Assert.Empty(Choices(rule));
        }
        else if (rule.IsAgainstToday && rule.Decision.Conclusion != Conclusion.CostsTime)
        {
            Assert.Contains(rule.Choices, name => rule.Steps.Any(step => step.Timing[name].Verdict != Verdict.Slower));
        }
    });

    [Fact]
    public void It_is_too_close_to_call_only_where_the_noise_explains_a_difference() => ForEachCase((rule, _) =>
    {
        if (rule.Decision is { Conclusion: Conclusion.TooCloseToCall, About: string name })
        {
            Assert.True(rule.Topic switch
            {
                // Intervals of interners overlap, pauses are near the thresholds, or keys are as fast as lookups by span.
                "Interner" => rule.Decision.Other == Today(rule)
                    ? rule.Steps.Any(
                        step => step.Timing[name].RatioInterval is { Lower: <= 1, Upper: > 1.25 } || IsEven(step, name))
                    : s_interners.Any(other => other != name && rule.Steps.Any(step => AreEven(step, name, other))),
                "Pauses" => Pause(rule, Today(rule)) < 1.5 || Pause(rule, Today(rule)) < 3 * Pause(rule, name),
                "Keys" => rule.Steps.Any(step => IsEven(step, name) || SpansOf(step).Any(span => AreEven(step, name, span))),
                _ => rule.Steps.Any(step => IsEven(step, name)),
            });
        }
    });

    [Fact]
    public void The_same_intervals_give_the_same_conclusion_and_the_same_even_choices_wherever_the_medians_lie() =>
        ForEachCase((rule, again) =>
        {
            Assert.Equal(rule.Decision.Conclusion, again.Decision.Conclusion);
            if (rule.Decision.Conclusion == Conclusion.Use)
            {
                Assert.Equal(FirstPlace(rule.Decision), FirstPlace(again.Decision));
            }
        });

    [Fact]
    public void Of_even_choices_one_is_recommended_whose_median_is_about_the_least() => ForEachCase((rule, _) =>
    {
        if (rule is { Topic: "Churn" or "Sort" or "TemporaryMemory", Decision.Conclusion: Conclusion.Use })
        {
            double[] medians = [.. FirstPlace(rule.Decision).Select(name => rule.Steps[0].Timing[name].Ratio.Median)];
            Assert.InRange(rule.Steps[0].Timing[rule.Decision.Recommends!].Ratio.Median, medians.Min(), 1.1 * medians.Min());
        }
    });

    [Fact]
    public void The_verdict_and_every_advice_agree() => ForEachReport((profile, hold, passes, random) =>
    {
        StepResult[] reads = random.Next(2) == 0 ? [new AnyResults(random).Reads(FreshBuilds.RandomReads)] : [];
        SectionResult strings = new(StringsSection.SectionName, [hold, .. reads]);
        SectionResult interning = new(InterningSection.SectionName, [passes.First, passes.Second]);
        SectionResult[] sections = random.Next(3) == 0 ? [strings] : [strings, interning];
        Answer answer = Adviser.Answer(profile, sections)!;
        IReadOnlyList<AdviceItem> advice = Adviser.Advise(profile, sections);
        AdviceItem held = advice.Single(item => item.Topic == "Hold all");
        AdviceItem pauses = advice.Single(item => item.Topic == "Pauses");
        AdviceItem? interner = advice.SingleOrDefault(item => item.Topic == "Interning");
        string today = hold.Timing.Rivals[0].Name;
        Agreement.Check(answer, hold, held, interner);

        // The overall answer is the advice on holding all strings.
        Assert.Equal(answer.Recommends, held.Recommends ?? today);
        Assert.Equal(answer.Kind == AnswerKind.Use, held.Effects.Any(effect => effect.Ratio < 1));
        if (answer.Kind == AnswerKind.PlainStrings)
        {
            Assert.StartsWith(
    answer.TradeOff is null ? "Plain strings are right here" : "This is a choice between memory and time. ", answer.Verdict, StringComparison.Ordinal);
            Assert.Equal(answer.BytesBefore, answer.BytesAfter);
            Assert.Null(pauses.Recommends);
            Assert.NotEqual(InterningSection.Exact, interner?.Recommends);
            Assert.NotEqual(InterningSection.Set, interner?.Recommends);
            Assert.False(interner?.Text.StartsWith("Intern these", StringComparison.Ordinal) == true
                && !answer.Verdict.Contains("Share equal ones", StringComparison.Ordinal));
        }
        else
        {
            Assert.NotEqual(Verdict.Slower, hold.Timing[answer.Recommends].Verdict);
            Assert.DoesNotContain("Plain strings", held.Text, StringComparison.Ordinal);
            Assert.DoesNotContain("plain managed", held.Text, StringComparison.Ordinal);
            if (answer.Recommends is StringsSection.SetArray or StringsSection.InternedArray)
            {
                Assert.False(interner?.Text.StartsWith("Only if", StringComparison.Ordinal) == true);
                Assert.NotEqual(InterningSection.Plain, interner?.Recommends);
                Assert.NotEqual(Conclusion.NotWorthIt, interner?.Outcome);
            }
            else
            {
                Assert.False(interner?.Text.StartsWith("Intern these", StringComparison.Ordinal) == true);
            }
        }
    });

    [Fact]
    public void The_passes_change_the_interner_only_if_another_one_beats_it_there_or_it_saves_no_memory_there()
    {
        int changes = 0;
        ForEachReport((profile, hold, passes, _) =>
        {
            (string? first, string? last) = (Sharing(Rules.Hold(hold, profile)), Sharing(Rules.Hold(hold, profile, passes)));
            if (first is not null && last is not null && last != first)
            {
                changes++;
                Assert.True(!passes.IsLean(first) || s_interners.Any(other => passes.Beats(other, first)));
            }
        });

        Assert.NotEqual(0, changes);

        static string? Sharing(Decision decision) => decision.Recommends switch
        {
            StringsSection.SetArray => InterningSection.Set,
            StringsSection.InternedArray => InterningSection.Exact,
            _ => null,
        };
    }

    [Fact]
    public void Passes_with_the_figures_of_building_recommend_the_same_interner()
    {
        int recommended = 0;
        ForEachReport((profile, hold, _, random) =>
        {
            var any = new AnyResults(random);
            StepResult pass = PassLike(hold, any);
            InternPasses passes = new(any.Again(pass), any.Again(pass), profile);
            Decision first = Rules.Hold(hold, profile);
            Decision last = Rules.Hold(any.Again(hold), profile, passes);
            if (first.Recommends is string sharing && Rules.SharesStrings(sharing) && last.Recommends is string name)
            {
                recommended += sharing == StringsSection.SetArray ? 1 : 0;
                Assert.True(name == sharing || !Rules.SharesStrings(name));
            }
        });

        Assert.NotEqual(0, recommended);
    }

    [Fact]
    public void Every_rule_comes_to_each_of_its_conclusions()
    {
        var conclusions = new SortedSet<string>(StringComparer.Ordinal);
        ForEachCase((rule, _) => conclusions.Add($"{rule.Topic}: {rule.Decision.Conclusion}"));

        Assert.Equal(
            [
                "Arena: CostsTime", "Arena: NotWorthIt", "Arena: TooCloseToCall", "Arena: Use", "Arena: UseForMemory",
                "Churn: Stay", "Churn: TooCloseToCall", "Churn: Use", "ChurnAsUtf8: NotWorthIt", "ChurnAsUtf8: Use",
                "FrozenKeys: NotMeasured", "FrozenKeys: NotWorthIt", "FrozenKeys: Use",
                "Hold: CostsTime", "Hold: Depends", "Hold: Stay", "Hold: TooCloseToCall", "Hold: Use", "Hold: UseForMemory",
                "InternedIds: CostsTime", "InternedIds: NotWorthIt", "InternedIds: UseForMemory",
                "Interner: CostsTime", "Interner: Depends", "Interner: NotWorthIt", "Interner: Stay", "Interner: "
                + "TooCloseToCall", "Interner: Use",
                "Interner: UseForMemory", "Keys: Depends", "Keys: Stay", "Keys: TooCloseToCall", "Keys: Use", "Keys: "
                + "UseForMemory",
                "Pauses: CostsTime", "Pauses: Depends", "Pauses: NotWorthIt", "Pauses: TooCloseToCall", "Pauses: Use",
                "Pooling: Depends", "Pooling: Stay", "Pooling: TooCloseToCall", "Pooling: Use",
                "Sort: Depends", "Sort: Stay", "Sort: TooCloseToCall", "Sort: Use",
                "SortByArena: CostsTime", "SortByArena: TooCloseToCall", "SortByArena: Use",
                "TemporaryMemory: Stay", "TemporaryMemory: TooCloseToCall", "TemporaryMemory: Use",
                "Utf8: CostsTime", "Utf8: NotWorthIt", "Utf8: UseForMemory",
            ],
            conclusions);
    }

    private static void ForEachReport(Action<CorpusProfile, StepResult, InternPasses, Random> check)
    {
        var random = new Random(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            var any = new AnyResults(random);
            (StepResult first, StepResult second) = any.Interning();

            // Small files, and large ones that were sampled.
            CorpusProfile profile = Made.Profile(distinct: 500, duplicateBytes: 20_000) with
            {
                Whole = random.Next(2) == 0
                    ? null
                    : new(1_000_000, 8_000_000, 40_000_000, random.Next(1, 1_000_000), random.Next(40_000_000), true, 0, 1),
            };
            StepResult hold = any.Hold();
            if (random.Next(4) == 0)
            {
                hold = Smaller(hold);
                first = Smaller(first);
            }

            Check($"Seed {Seed}, trial {trial}", () => check(profile, hold, new(first, second, profile), random));
        }

        foreach ((string name, MeasureReport report) in RealResults.Reports)
        {
            StepResult[] steps = RealResults.StepsOf(report);
            Check(name, () => check(report.Profile, steps[0], new(steps[^2], steps[^1], report.Profile), random));
        }

        static void Check(string source, Action check)
        {
            try
            {
                check();
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException(source, exception);
            }
        }

        static StepResult Smaller(StepResult step) => step with
        {
            Timing = step.Timing with { OperationsPerCall = 10_000 },
            Memory = [.. step.Memory.Select(memory => memory with { ManagedBytes = memory.ManagedBytes / 100 })],
        };
    }

    // Each case is paired with another run of the same intervals. Results of real files come last.
    private static void ForEachCase(Action<Case, Case> check)
    {
        var random = new Random(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            var any = new AnyResults(random);
            StepResult[] steps =
            [
                any.Hold(), any.Churn(), any.Sort(), any.Temporary(), .. any.Pooling(),
                .. new[] { any.Keys() }.SelectMany(keys => new[] { keys.Build, keys.Hits, keys.Misses }),
                .. new[] { any.Interning() }.SelectMany(passes => new[] { passes.First, passes.Second }),
            ];
            Check($"Seed {Seed}, trial {trial}", steps, Made.Profile(), any);
        }

        Assert.NotEmpty(RealResults.Reports);
        foreach ((string name, MeasureReport report) in RealResults.Reports)
        {
            Check(name, RealResults.StepsOf(report), report.Profile, new AnyResults(random));
        }

        void Check(string source, StepResult[] steps, CorpusProfile profile, AnyResults any)
        {
            foreach ((Case rule, Case again) in Cases(steps, profile).Zip(Cases([.. steps.Select(any.Again)], profile)))
            {
                try
                {
                    check(rule, again);
                }
                catch (Exception exception)
                {
                    throw new InvalidOperationException(
                        $"{source}, {rule.Topic}: {rule.Decision}, again {again.Decision}", exception);
                }
            }
        }
    }

    private static IEnumerable<Case> Cases(StepResult[] steps, CorpusProfile profile)
    {
        (StepResult hold, StepResult churn, StepResult sort, StepResult temporary) = (steps[0], steps[1], steps[2], steps[3]);
        int pooled = 4 + ObjectsSection.Threads.Count;
        (StepResult[] pooling, StepResult[] keys, StepResult[] passes) = (steps[4..pooled], steps[pooled..^2], steps[^2..]);
        InternPasses both = new(passes[0], passes[1], profile);
        Decision holding = Rules.Hold(hold, profile);

        // Contenders that save no memory are not choices, except UTF-16 pools.
        string[] holders =
        [
            .. s_pools,
            .. hold.Among([SharingOf(hold), StringsSection.TableArray, Utf8Of(hold)]).Names().Where(name => Rules.IsWorthItsMemory(hold, name, profile)),
        ];
        string[] churned = [StringsSection.Ref, StringsSection.Id, StringsSection.Contiguous];
        string[] tables = [CollectionsSection.Compact, CollectionsSection.Utf16];
        return
        [
            new("Hold", holding, [hold], holders, IsAgainstToday: true),
            new("Arena", Rules.Arena(hold), [hold], [StringsSection.ArenaList, .. s_pools]),
            new("Utf8", Rules.Utf8(hold), [hold], [.. s_utf8Pools, .. s_pools]),
            new("Pauses", Rules.Pauses(hold, profile, holding), [hold], s_pools),
            new("Churn", Rules.Churn(churn), [churn], churned, IsAgainstToday: true),
            new("ChurnAsUtf8", Rules.ChurnAsUtf8(churn), [churn], [StringsSection.Utf8, .. churned]),
            new("Keys", Rules.Keys(new(keys[0], keys[1], keys[2])), keys, tables, IsAgainstToday: true),
            new(
                "FrozenKeys",
                Rules.FrozenKeys(keys[1]),
                [keys[1]],
                [CollectionsSection.ManagedSpan, CollectionsSection.Frozen, .. tables]),
            new("Interner", Rules.Interner(both, profile, hold: null), passes, s_interners),
            new("InternedIds", Rules.InternedIds(both, hold: null), passes, [InterningSection.Table, .. s_interners]),
            new("Sort", Rules.Sort(sort), [sort], [SortSection.ArenaSort, SortSection.SpanSort], IsAgainstToday: true),
            new("SortByArena", Rules.SortByArena(sort), [sort], [SortSection.ManagedByArena]),
            new(
                "Pooling",
                Rules.Pooling(pooling),
                pooling,
                [ObjectsSection.SharedBuffers, ObjectsSection.PooledBuffers],
                IsAgainstToday: true),
            new(
                "TemporaryMemory",
                Rules.TemporaryMemory(temporary),
                [temporary],
                [BuffersSection.SharedArray, BuffersSection.ScratchRent, BuffersSection.StackFirst],
                IsAgainstToday: true),
        ];
    }

    // A first pass of interners that has the figures of the contenders of the holding step, under the names of their interners.
    private static StepResult PassLike(StepResult hold, AnyResults any)
    {
        StepResult first = any.Interning().First;
        return first with
        {
            Timing = first.Timing with
            {
                Rivals =
                [
                    .. first.Timing.Rivals.Select(
                        rival => HolderOf(rival.Name) is string holder ? hold.Timing[holder] with { Name = rival.Name } : rival),
                ],
            },
            Memory =
            [
                .. first.Memory.Select(memory =>
                    hold.MemoryOf(HolderOf(memory.Name) ?? hold.Baseline().Name) with { Name = memory.Name }),
            ],
        };

        string? HolderOf(string interner) => hold.Among([interner switch
        {
            InterningSection.Set or InterningSection.Concurrent => StringsSection.SetArray,
            InterningSection.Exact => StringsSection.InternedArray,
            InterningSection.Table => StringsSection.TableArray,
            _ => string.Empty,
        }]).Names().FirstOrDefault();
    }

    private static string SharingOf(StepResult hold) =>
        hold.Among([StringsSection.SetArray, StringsSection.InternedArray]) is [var set, var interner] && !interner.IsFasterThan(set)
            ? StringsSection.SetArray
            : StringsSection.InternedArray;

    private static string Utf8Of(StepResult hold) =>
        Rules.Utf8(hold) is { Conclusion: Conclusion.UseForMemory, About: string utf8 } ? utf8 : string.Empty;

    private static IEnumerable<string> FirstPlace(Decision decision) =>
        decision.Even.Append(decision.About!).Order(StringComparer.Ordinal);

    private static string Today(Case rule) => rule.Steps[0].Timing.Rivals[0].Name;

    private static bool IsChange(Case rule) => rule.Decision.Recommends is string name && name != Today(rule);

    // The possible recommendations: contenders that in no step are slower than the baseline or than lookups by span.
    private static IEnumerable<string> Choices(Case rule) => rule.Choices.Where(name => rule.Steps.All(
        step => step.Timing[name].Verdict != Verdict.Slower && !SpansOf(step).Any(span => IsFaster(step, span, name))));

    // A program may also look up keys by span.
    private static IEnumerable<string> SpansOf(StepResult step) =>
        step.Timing.Rivals.Select(rival => rival.Name).Where(name => name == CollectionsSection.ManagedSpan);

    private static bool IsEven(StepResult step, string name) =>
        step.Timing[name].RatioInterval.Contains(1) || Math.Abs(step.Timing[name].Ratio.Median - 1) < 0.03;

    private static bool AreEven(StepResult step, string name, string other) =>
        !IsFaster(step, name, other) && !IsFaster(step, other, name);

    private static bool IsFaster(StepResult step, string name, string other) =>
        step.Timing[name].RatioInterval.Upper < step.Timing[other].RatioInterval.Lower;

    private static HoldMeasurement Memory(Case rule, string name) => rule.Steps[0].Memory.Single(memory => memory.Name == name);

    private static long Bytes(Case rule, string name) => Memory(rule, name).TotalBytes;

    private static double Pause(Case rule, string name) => Memory(rule, name).LongestFullCollectionMilliseconds;

    /// <summary>A rule that was applied.</summary>
    /// <param name="Topic">The name of the rule.</param>
    /// <param name="Decision">The decision of the rule.</param>
    /// <param name="Steps">The steps of the decision; memory figures come from the first one.</param>
    /// <param name="Choices">The contenders that the rule chooses from, and the ones that it compares with them.</param>
    /// <param name="IsAgainstToday">Whether the rule reports a win of the program's current type.</param>
    private sealed record Case(
        string Topic, Decision Decision, StepResult[] Steps, string[] Choices, bool IsAgainstToday = false);
}
