using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

[Collection(WholeProcess.Name)]
public class InterningSectionTests
{
    // Repetitions, an empty string, and more strings than a second pass processes at a time.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        [.. Enumerable.Range(0, 6_000).Select(i => $"{"zé漢\uFFFD"[i % 4]}/{i * 7_919 % 2_000}"), "", "😀", "", "a\0", "a"]);

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (MeasuredStep step in new InterningSection().Steps(s_corpus))
            {
                foreach (Contender contender in step.Contenders.Concat(step.WeighedOnly))
                {
                    data.Add(step.Id, contender.Name);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_gives_every_string_back(string step, string contender)
    {
        Assert.Equal(s_corpus.Checksum(), Find(s_corpus, step, contender).Verify());
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_runs_more_than_once(string step, string contender)
    {
        using IWorkload workload = Find(s_corpus, step, contender).Start();

        workload.Run();
        workload.Run();
    }

    [Fact]
    public void New_strings_are_what_a_program_has_today()
    {
        string[] names =
        [
            InterningSection.Set, InterningSection.Concurrent, InterningSection.Exact, InterningSection.Bounded,
            InterningSection.Weak,
            InterningSection.Table,
        ];

        Assert.Equal(
            [InterningSection.Plain, .. names], Step(
                s_corpus, InterningSection.First).Contenders.Select(contender => contender.Name));
        Assert.Equal(
            [InterningSection.Plain, InterningSection.Runtime, .. names],
            Step(s_corpus, InterningSection.Second).Contenders.Select(contender => contender.Name));
    }

    [Fact]
    public void The_first_pass_leaves_nothing_in_the_table_of_the_runtime()
    {
        // Created at run time, because the runtime interns literals.
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 9).Select(i => $"left alone by pass {i}")]);
        MeasuredStep step = Step(corpus, InterningSection.First);

        foreach (Contender contender in step.Contenders)
        {
            contender.Verify();
            using IWorkload workload = contender.Start();
            workload.Run();
        }

        Assert.All(corpus.Strings(), text => Assert.Null(string.IsInterned(text)));
        Assert.Equal(InterningSection.Runtime, Assert.Single(step.WeighedOnly).Name);
        Assert.Contains(step.Weighed, contender => contender.Name == InterningSection.Runtime);
    }

    [Fact]
    public void Only_the_strings_at_the_beginning_are_timed_and_interned_by_the_runtime()
    {
        TextCorpus corpus = Corpora.Of(
            [
                .. Enumerable.Range(0, InterningSection.MaxTimed).Select(i => $"number {i % 10}"),
                $"number {InterningSection.MaxTimed}",
            ]);

        Step(corpus, InterningSection.Second).Contenders.Single(contender => contender.Name == InterningSection.Runtime).Verify();

        Assert.Equal(InterningSection.MaxTimed, Step(corpus, InterningSection.First).OperationsPerCall);
        Assert.Equal(5_000, Step(corpus, InterningSection.Second).OperationsPerCall);
        Assert.NotNull(string.IsInterned(corpus[InterningSection.MaxTimed - 1].ToString()));
        Assert.Null(string.IsInterned(corpus[InterningSection.MaxTimed].ToString()));
    }

    [Fact]
    public void All_strings_are_weighed_and_those_that_repeat_weigh_little()
    {
        // The 500 distinct strings take 0.5 MB in total, more than the process is likely to free concurrently.
        string[] texts = [.. Enumerable.Range(0, 500).Select(i => $"{new string('x', 500)}{i}")];
        TextCorpus corpus = Corpora.Of(
            [.. Enumerable.Range(0, InterningSection.MaxTimed + 2_000).Select(i => texts[i % texts.Length])]);

        HoldMeasurement[] measurements =
        [
            .. Step(corpus, InterningSection.First).Weighed
                .Select(contender => HoldMeter.Measure(contender.Name, contender.Hold!, longestWarmUp: TimeSpan.Zero)),
        ];

        Assert.Single(measurements.Select(measurement => measurement.Checksum).Distinct());
        Assert.Equal(corpus.Checksum(), measurements[0].Checksum);
        Assert.InRange(measurements[0].ManagedBytes, 2 * corpus.TotalChars, long.MaxValue);
        Assert.All(
            measurements.Skip(1),
            measurement =>
                Assert.InRange(measurement.TotalBytes, texts.Sum(text => text.Length) / 2, measurements[0].ManagedBytes / 10));
        Assert.All(
            measurements, measurement => Assert.Equal(measurement.Name == InterningSection.Table, measurement.NativeBytes > 0));
    }

    [Fact]
    public void A_bounded_interner_has_room_for_twice_the_texts_that_occur_more_than_once()
    {
        string[] texts = [.. Enumerable.Range(0, 3_000).Select(i => $"{i}")];

        Assert.Equal(InterningSection.MinCapacity, InterningSection.CapacityFor(Corpora.Of(texts)));
        Assert.Equal(4_000, InterningSection.CapacityFor(Corpora.Of([.. texts, .. texts[..2_000], .. texts[..100]])));
    }

    [Fact]
    public void Nothing_is_measured_without_strings()
    {
        Assert.Empty(new InterningSection().Steps(Corpora.Of()));
    }

    [Fact]
    public void The_rounds_that_were_asked_for_are_kept()
    {
        Assert.All(
            new InterningSection().Steps(s_corpus),
            step => Assert.Equal(23, step.Timing(new SideBySideOptions { Rounds = 23 }).Rounds));
    }

    private static Contender Find(TextCorpus corpus, string stepId, string contender)
    {
        MeasuredStep step = Step(corpus, stepId);
        return step.Contenders.Concat(step.WeighedOnly).Single(entry => entry.Name == contender);
    }

    private static MeasuredStep Step(TextCorpus corpus, string step) =>
        new InterningSection().Steps(corpus).Single(entry => entry.Id == step);
}
