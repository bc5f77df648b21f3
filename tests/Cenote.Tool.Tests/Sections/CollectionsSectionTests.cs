using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Sections.Keys;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

[Collection(WholeProcess.Name)]
public class CollectionsSectionTests
{
    // ASCII, which is stored with one byte per char, and other text, with repetitions and an empty string.
    private static readonly TextCorpus s_corpus = Corpora.Of(
        [.. Enumerable.Range(0, 3_000).Select(i => $"{"zé漢\uFFFD"[i % 4]}/{i * 7_919 % 2_000}"), "", "😀", "", "a\0", "a"]);

    private static readonly string[] s_distinct = [.. s_corpus.Strings().Distinct(StringComparer.Ordinal)];

    public static TheoryData<string, string> Contenders
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (MeasuredStep step in new CollectionsSection().Steps(s_corpus))
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
    public void Every_contender_reads_back_what_it_should_and_nothing_else(string step, string contender)
    {
        var keys = KeySet.Of(s_corpus);
        ulong expected = step switch
        {
            CollectionsSection.Build => TextChecksum.Of<ulong>([.. s_distinct.Select(text => Corpora.Of(text).Checksum())]),
            CollectionsSection.Hits =>
                TextChecksum.Of<int>([.. keys.Hits.Strings().Select(text => Array.IndexOf(s_distinct, text))]),
            _ => TextChecksum.Of<int>([.. Enumerable.Repeat(-1, keys.Misses.Count)]),
        };

        Assert.Equal(expected, Find(step, contender).Verify());
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
    public void A_dictionary_of_strings_that_is_asked_for_strings_is_what_a_program_has_today()
    {
        string[] lookUps =
        [
            CollectionsSection.Managed, CollectionsSection.ManagedSpan, CollectionsSection.Compact, CollectionsSection.Utf16,
        ];

        Assert.Equal(
            [CollectionsSection.Managed, CollectionsSection.Compact, CollectionsSection.Utf16], Names(
                s_corpus, CollectionsSection.Build));
        Assert.Equal(lookUps, Names(s_corpus, CollectionsSection.Hits).Where(name => name != CollectionsSection.Frozen));
        Assert.Contains(CollectionsSection.Frozen, Names(s_corpus, CollectionsSection.Hits));
        Assert.Equal(lookUps, Names(s_corpus, CollectionsSection.Misses));
    }

    [Fact]
    public void Memory_is_managed_for_managed_keys_and_native_for_others_and_ASCII_takes_half_of_it()
    {
        TextCorpus ascii = Corpora.Of([.. Enumerable.Range(0, 5_000).Select(i => $"{new string('x', 200)}{i}")]);

        HoldMeasurement managed = HoldMeter.Measure("m", Find(ascii, CollectionsSection.Build, CollectionsSection.Managed).Hold!);
        HoldMeasurement compact = HoldMeter.Measure("c", Find(ascii, CollectionsSection.Build, CollectionsSection.Compact).Hold!);
        HoldMeasurement utf16 = HoldMeter.Measure("u", Find(ascii, CollectionsSection.Build, CollectionsSection.Utf16).Hold!);

        Assert.Equal(0, managed.NativeBytes);
        Assert.InRange(managed.ManagedBytes, 2 * ascii.TotalChars, long.MaxValue);
        Assert.InRange(utf16.NativeBytes, 2 * ascii.TotalChars, long.MaxValue);
        Assert.InRange(compact.NativeBytes, ascii.TotalChars, utf16.NativeBytes * 7 / 10);
        Assert.InRange(compact.ManagedBytes, long.MinValue, managed.ManagedBytes / 2);
        Assert.Single(new[] { managed.Checksum, compact.Checksum, utf16.Checksum }.Distinct());
    }

    [Fact]
    public void Of_many_keys_a_sample_is_looked_up_and_no_frozen_dictionary_is_made()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, CollectionsSection.MaxFrozenKeys + 1).Select(i => $"{i}"), "7"]);

        IReadOnlyList<MeasuredStep> steps = new CollectionsSection().Steps(corpus);

        Assert.Equal(
            ["As dictionary keys, build with 200,001", "As dictionary keys, 100,000 hits", "As dictionary keys, 100,000 misses"],
            steps.Select(step => step.Title));
        Assert.Equal([200_001, 5_000, 5_000], steps.Select(step => step.OperationsPerCall));
        Assert.DoesNotContain(CollectionsSection.Frozen, Names(corpus, CollectionsSection.Hits));
    }

    [Fact]
    public void Nothing_is_measured_without_strings()
    {
        Assert.Empty(new CollectionsSection().Steps(Corpora.Of()));
    }

    [Fact]
    public void The_rounds_that_were_asked_for_are_kept()
    {
        Assert.All(
            new CollectionsSection().Steps(s_corpus),
            step => Assert.Equal(23, step.Timing(new SideBySideOptions { Rounds = 23 }).Rounds));
    }

    private static IEnumerable<string> Names(TextCorpus corpus, string step) =>
        Step(corpus, step).Contenders.Select(contender => contender.Name);

    private static Contender Find(string step, string contender) => Find(s_corpus, step, contender);

    private static Contender Find(TextCorpus corpus, string step, string contender) =>
        Step(corpus, step).Contenders.Single(entry => entry.Name == contender);

    private static MeasuredStep Step(TextCorpus corpus, string step) =>
        new CollectionsSection().Steps(corpus).Single(entry => entry.Id == step);
}
