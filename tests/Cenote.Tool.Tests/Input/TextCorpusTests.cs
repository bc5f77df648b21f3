using System.Text;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class TextCorpusTests
{
    [Fact]
    public void Strings_longer_than_a_chunk_come_back_unchanged()
    {
        string[] strings = ["", "short", new string('x', 3_000_000), "", new string('y', 1 << 20), "end"];

        TextCorpus corpus = Corpora.Of(strings);

        Assert.Equal(strings, corpus.Strings());
        Assert.Equal(strings.Sum(text => text.Length), corpus.TotalChars);
        Assert.Equal(3_000_000, corpus.LongestChars);
    }

    [Fact]
    public void A_corpus_is_a_sample_only_if_its_source_had_more()
    {
        var builder = new TextCorpusBuilder();
        builder.Add("one");

        Assert.False(builder.Build().IsSample);
        Assert.False(builder.Build(Whole(1)).IsSample);
        Assert.True(builder.Build(Whole(2)).IsSample);
        Assert.Equal(2, builder.Build(Whole(2)).SourceStrings);
    }

    [Fact]
    public void A_sample_of_a_corpus_has_neighbours_from_all_over_it_and_knows_the_whole()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 10_000).Select(static i => $"{i}")]);

        TextCorpus sample = corpus.Sample(1_000, long.MaxValue);

        Assert.Same(corpus, corpus.Sample(10_000, corpus.TotalChars));
        Assert.Equal(1_000, sample.Count);
        Assert.True(sample.IsSample);
        Assert.Equal(corpus.Whole, sample.Whole);
        int[] taken = [.. sample.Strings().Select(int.Parse)];
        Assert.Equal(taken.Order(), taken);
        Assert.InRange(taken.Average(), 3_500, 6_500);
        Assert.InRange(corpus.Sample(10_000, 400).TotalChars, 300, 400);
    }

    [Fact]
    public void A_corpus_passes_through_a_pipe_unchanged()
    {
        TextCorpus corpus = Corpora.Of("", "a\0b", "\uD800 lone surrogate", new string('x', 2_000_000), "größe", "");
        using var stream = new MemoryStream();

        TextCorpusPipe.Write(corpus, stream);
        TextCorpus received = TextCorpusPipe.Read(new MemoryStream(stream.ToArray()));

        Assert.Equal(corpus.Strings(), received.Strings());
        Assert.Equal(corpus.Checksum(), received.Checksum());
        Assert.Equal(corpus.TotalChars, received.TotalChars);
    }

    [Fact]
    public void The_checksum_of_UTF_8_is_that_of_the_text()
    {
        string[] strings = ["", "ascii", "größe", "漢字", "😀", new string('é', 3_000)];
        var checksum = new TextChecksum();
        foreach (string text in strings)
        {
            checksum.Read(Encoding.UTF8.GetBytes(text));
        }

        Assert.Equal(Corpora.Of(strings).Checksum(), checksum.Value);
    }

    [Fact]
    public void Any_difference_changes_the_checksum()
    {
        string text = "a text of some words";
        ulong original = Corpora.Of("x", text, "y").Checksum();

        for (int i = 0; i < text.Length; i++)
        {
            string changed = text[..i] + (char)(text[i] ^ 1) + text[(i + 1)..];
            Assert.NotEqual(original, Corpora.Of("x", changed, "y").Checksum());
        }

        Assert.NotEqual(original, Corpora.Of(text, "x", "y").Checksum());
        Assert.NotEqual(original, Corpora.Of("x", text + "y", "").Checksum());
        Assert.NotEqual(original, Corpora.Of("x", text, "y", "").Checksum());
        Assert.NotEqual(original, Corpora.Of("x", text).Checksum());
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 24)]
    [InlineData(5, 32)]
    [InlineData(8, 40)]
    [InlineData(100, 224)]
    public void The_size_of_a_managed_string_is_what_the_runtime_allocates(int length, long bytes)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        string text = new('x', length);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal(bytes, MemoryFootprint.OfManagedString(length));
        Assert.Equal(allocated, MemoryFootprint.OfManagedString(text.Length));
    }

    private static WholeText Whole(long strings) => new(strings, 3, 32, 1, 32, false, 0, 0);
}
