using Cenote.Tests.Support;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

[Collection(WholeProcess.Name)]
public class StringsSectionTests
{
    // Every kind of char: one, two and three bytes of UTF-8, and surrogate pairs.
    private static readonly string[] s_letters = ["a", "é", "漢", "😀"];

    // Managed memory of the process itself that varies during a measurement.
    private const long Noise = 16 << 10;

    private static readonly TextCorpus s_corpus = Corpora.Of(
        [
            .. Enumerable.Range(0, 2_500)
                .Select(i => $"{i}{string.Concat(Enumerable.Repeat(s_letters[i % s_letters.Length], i % 300))}"),
            "",
        ]);

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
        HoldMeasurement managed = Measure("m", Find(StringsSection.Hold, StringsSection.ManagedArray).Hold!);
        HoldMeasurement ids = Measure("i", Find(StringsSection.Hold, StringsSection.IdArray).Hold!);

        Assert.Equal(0, managed.NativeBytes);
        Assert.InRange(managed.ManagedBytes, 2 * s_corpus.TotalChars, long.MaxValue);
        Assert.InRange(ids.NativeBytes, 2 * s_corpus.TotalChars, long.MaxValue);
        Assert.InRange(ids.ManagedBytes, (8 * s_corpus.Count) - Noise, managed.ManagedBytes / 2);
        Assert.Equal(managed.Checksum, ids.Checksum);
    }

    [Fact]
    public void Memory_of_the_arena_is_native_and_counts_its_values()
    {
        HoldMeasurement arena = Measure("a", Find(StringsSection.Hold, StringsSection.ArenaList).Hold!);

        Assert.InRange(arena.NativeBytes, (2 * s_corpus.TotalChars) + (16 * s_corpus.Count), long.MaxValue);
        Assert.InRange(arena.ManagedBytes, -Noise, (8 * s_corpus.Count) + Noise);
        Assert.Equal(s_corpus.Checksum(), arena.Checksum);
    }

    [LongFact]
    public void ASCII_as_UTF_8_takes_about_half_the_native_memory()
    {
        TextCorpus ascii = Corpora.Of([.. Enumerable.Repeat(new string('x', 1_000), 20_000)]);

        HoldMeasurement chars = Measure("c", Find(ascii, StringsSection.Hold, StringsSection.IdArray).Hold!);
        HoldMeasurement utf8 = Measure("u", Find(ascii, StringsSection.Hold, StringsSection.Utf8IdArray).Hold!);

        Assert.InRange(utf8.NativeBytes, ascii.TotalChars, chars.NativeBytes * 6 / 10);
        Assert.Equal(chars.Checksum, utf8.Checksum);
    }

    [Fact]
    public void Every_contender_but_managed_strings_names_its_pool()
    {
        Assert.Equal("SegmentedStringPool", StringsSection.PoolOf(StringsSection.RefArray));
        Assert.Equal("SegmentedStringPool", StringsSection.PoolOf(StringsSection.Id));
        Assert.Equal("UnmanagedStringPool", StringsSection.PoolOf(StringsSection.ContiguousArray));
        Assert.Equal("UnmanagedStringPool", StringsSection.PoolOf(StringsSection.Contiguous));
        Assert.Equal("Utf8StringPool", StringsSection.PoolOf(StringsSection.Utf8Array));
        Assert.Equal("Utf8StringPool", StringsSection.PoolOf(StringsSection.Utf8IdArray));
        Assert.Equal("Utf8StringPool", StringsSection.PoolOf(StringsSection.Utf8));
    }

    [Theory]
    [InlineData(1_000_000_000, true)]
    [InlineData(1_020_000_000, false)]
    public void The_contiguous_pool_is_left_out_where_a_file_does_not_fit_it(long totalChars, bool isMeasured)
    {
        // Six strings without text; only their claimed total is large.
        var corpus = new TextCorpus([[]], new CorpusSlice[6], totalChars, new WholeText(6, totalChars, 0, 1, 0, false, 0, 0));

        Assert.All(
            new StringsSection().Steps(corpus),
            step =>
                Assert.Equal(
                    isMeasured, step.Contenders.Any(
                        contender => StringsSection.PoolOf(contender.Name) == "UnmanagedStringPool")));
    }

    [Fact]
    public void UTF_8_is_left_out_where_a_string_may_not_fit_an_array_as_UTF_8()
    {
        // Strings without text, one of which claims a length above the maximum.
        CorpusSlice[] slices = [new(0, 0, Utf8Corpus.MaxTextLength + 1), .. new CorpusSlice[5]];
        var corpus = new TextCorpus([[]], slices, slices[0].Length, new WholeText(6, slices[0].Length, 0, 1, 0, false, 0, 0));

        Assert.All(
            new StringsSection().Steps(corpus),
            step =>
                Assert.DoesNotContain(step.Contenders, contender => StringsSection.PoolOf(contender.Name) == "Utf8StringPool"));
    }

    [Fact]
    public void Windows_that_would_never_slide_are_left_out()
    {
        Assert.Equal([StringsSection.Hold, StringsSection.Loop], Steps(5));
        Assert.Equal([StringsSection.Hold, StringsSection.Loop, "churn-3"], Steps(6));
        Assert.Equal([StringsSection.Hold, StringsSection.Loop, "churn-3", "churn-1000"], Steps(2_000));

        static IEnumerable<string> Steps(int count) =>
            new StringsSection().Steps(Corpora.Of([.. Enumerable.Repeat("x", count)])).Select(step => step.Id);
    }

    // Takes the median, because memory of other threads and of newly compiled code is in some measurements and not in others.
    private static HoldMeasurement Measure(string name, Func<IHeld> hold) =>
        Enumerable.Range(0, 5).Select(_ => HoldMeter.Measure(name, hold, longestWarmUp: TimeSpan.Zero))
            .OrderBy(static measured => measured.ManagedBytes).ElementAt(2);

    private static Contender Find(string step, string contender) => Find(s_corpus, step, contender);

    private static Contender Find(TextCorpus corpus, string step, string contender) => new StringsSection().Steps(corpus)
        .First(entry => entry.Id == step).Contenders.First(entry => entry.Name == contender);
}
