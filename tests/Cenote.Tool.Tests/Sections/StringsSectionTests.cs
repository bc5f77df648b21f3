using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class StringsSectionTests
{
    private static readonly TextCorpus s_corpus = Corpora.Of([.. Enumerable.Range(0, 2_500).Select(i => new string((char)('a' + (i % 26)), i % 300))]);

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (MeasuredStep step in new StringsSection().Steps(s_corpus))
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
    public void Every_contender_reads_back_the_corpus_and_nothing_else(string step, string contender)
    {
        Assert.Equal(s_corpus.Checksum(), Find(step, contender).Verify());
    }

    [Theory]
    [MemberData(nameof(Contenders))]
    public void Every_contender_runs_more_than_once(string step, string contender)
    {
        using IWorkload workload = Find(step, contender).Start();

        workload.Run();
        workload.Run();
    }

    [Fact]
    public void Memory_is_managed_for_managed_strings_and_native_for_the_pool()
    {
        HoldMeasurement managed = HoldMeter.Measure("m", Find(StringsSection.Hold, StringsSection.ManagedArray).Hold!);
        HoldMeasurement ids = HoldMeter.Measure("i", Find(StringsSection.Hold, StringsSection.IdArray).Hold!);

        Assert.Equal(0, managed.NativeBytes);
        Assert.InRange(managed.ManagedBytes, 2 * s_corpus.TotalChars, long.MaxValue);
        Assert.InRange(ids.NativeBytes, 2 * s_corpus.TotalChars, long.MaxValue);
        Assert.InRange(ids.ManagedBytes, 8 * s_corpus.Count, managed.ManagedBytes / 2);
        Assert.Equal(managed.Checksum, ids.Checksum);
    }

    [Fact]
    public void Windows_that_would_never_slide_are_left_out()
    {
        Assert.Equal([StringsSection.Hold], Steps(5));
        Assert.Equal([StringsSection.Hold, "churn-3"], Steps(6));
        Assert.Equal([StringsSection.Hold, "churn-3", "churn-1000"], Steps(2_000));

        static IEnumerable<string> Steps(int count) =>
            new StringsSection().Steps(Corpora.Of([.. Enumerable.Repeat("x", count)])).Select(step => step.Id);
    }

    private static Contender Find(string step, string contender) => new StringsSection().Steps(s_corpus)
        .First(entry => entry.Id == step).Contenders.First(entry => entry.Name == contender);
}
