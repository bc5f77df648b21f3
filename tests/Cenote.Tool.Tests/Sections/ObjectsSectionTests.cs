using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class ObjectsSectionTests
{
    // Ten strings of each length from 0 to 99.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        [.. Enumerable.Range(0, 1_000).Select(i => new string((char)('a' + (i % 26)), i % 100))]);

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (MeasuredStep step in new ObjectsSection().Steps(s_corpus))
            {
                foreach (Contender contender in step.Contenders)
                {
                    data.Add(step.Id, contender.Name);
                }
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_thread_of_every_contender_reads_back_the_strings_that_fit(string stepId, string contender)
    {
        MeasuredStep step = Find(s_corpus, stepId);
        int longest = stepId switch
        {
            _ when stepId.StartsWith(ObjectsSection.MedianBuffers, StringComparison.Ordinal) => 50,
            _ when stepId.StartsWith(ObjectsSection.LongBuffers, StringComparison.Ordinal) => 99,
            _ => ObjectsSection.MaxTextLength,
        };
        string[] fitting = [.. s_corpus.Strings().Where(text => text.Length <= longest)];
        long passes = step.OperationsPerCall / fitting.Length / step.Threads;
        var checksum = new TextChecksum();
        for (long pass = 0; pass < passes; pass++)
        {
            Array.ForEach(fitting, text => checksum.Read(text));
        }

        Assert.True(passes > 1);
        Assert.Equal(
            TextChecksum.Of<ulong>([.. Enumerable.Repeat(checksum.Value, step.Threads)]),
            step.Contenders.Single(entry => entry.Name == contender).Verify());
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_runs_more_than_once(string step, string contender)
    {
        using IWorkload workload = Find(s_corpus, step).Contenders.Single(entry => entry.Name == contender).Start();

        workload.Run();
        workload.Run();
    }

    [Fact]
    public void Buffers_have_the_median_and_the_99th_percentile_of_the_lengths()
    {
        Assert.Equal(["Buffers, 50 chars", "Buffers, 99 chars", "Builders"], Titles(s_corpus));
    }

    [Fact]
    public void Contenders_stand_in_the_order_of_what_they_ask_of_a_program()
    {
        Assert.Equal(
            [ObjectsSection.NewBuffers, ObjectsSection.SharedBuffers, ObjectsSection.PooledBuffers],
            Find(s_corpus, "buffers-p99-1").Contenders.Select(contender => contender.Name));
        Assert.Equal(
            [ObjectsSection.NewBuilders, ObjectsSection.PooledBuilders],
            Find(s_corpus, "builders-1").Contenders.Select(contender => contender.Name));
    }

    [Fact]
    public void Each_kind_is_measured_on_one_thread_and_on_several_and_allocation_is_that_of_all()
    {
        foreach (IGrouping<string, MeasuredStep> steps in new ObjectsSection().Steps(s_corpus).GroupBy(step => step.Title))
        {
            Assert.Equal([1, Math.Clamp(Environment.ProcessorCount, 2, 8)], steps.Select(step => step.Threads));
            Assert.Equal([false, true], steps.Select(step => step.Timing(new SideBySideOptions()).CountAllThreads));
            Assert.All(steps, step => Assert.Equal(steps.First().OperationsPerCall * step.Threads, step.OperationsPerCall));
        }
    }

    [Fact]
    public void The_rounds_that_were_asked_for_are_kept()
    {
        Assert.All(
            new ObjectsSection().Steps(s_corpus),
            step => Assert.Equal(23, step.Timing(new SideBySideOptions { Rounds = 23 }).Rounds));
    }

    [Fact]
    public void Strings_of_one_length_need_buffers_of_one_size()
    {
        Assert.Equal(["Buffers, 3 chars", "Builders"], Titles(Corpora.Of("one", "two")));
    }

    [Fact]
    public void Buffers_of_no_size_are_left_out()
    {
        Assert.Equal(["Buffers, 3 chars", "Builders"], Titles(Corpora.Of("", "", "", "one")));
        Assert.Empty(Titles(Corpora.Of("", "")));
        Assert.Empty(Titles(Corpora.Of()));
    }

    [Fact]
    public void Strings_that_are_too_long_are_left_out()
    {
        string longest = new('x', ObjectsSection.MaxTextLength);

        Assert.Equal(["Buffers, 65,536 chars", "Builders"], Titles(Corpora.Of(longest, longest)));
        Assert.Equal(["Buffers, 1 chars", "Builders"], Titles(Corpora.Of("a", "b", "c", longest + "x")));
        Assert.Empty(Titles(Corpora.Of(longest + "x", longest + "y")));
    }

    private static MeasuredStep Find(TextCorpus corpus, string step) =>
        new ObjectsSection().Steps(corpus).Single(entry => entry.Id == step);

    private static IEnumerable<string> Titles(TextCorpus corpus) =>
        new ObjectsSection().Steps(corpus).Select(step => step.Title).Distinct();
}
