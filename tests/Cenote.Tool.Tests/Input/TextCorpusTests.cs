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
    public void A_string_that_grows_in_parts_across_chunks_stays_whole()
    {
        var builder = new TextCorpusBuilder();
        builder.Append("first");
        builder.EndString();
        string part = new('p', 700_000);
        for (int i = 0; i < 5; i++)
        {
            builder.Append(part);
        }

        builder.EndString();

        Assert.Equal(["first", string.Concat(Enumerable.Repeat(part, 5))], builder.Build().Strings());
    }

    [Fact]
    public void The_limit_takes_so_many_and_says_whether_there_was_more()
    {
        Assert.Equal(["a", "b"], Limited("a", "b").Strings());
        Assert.False(Limited("a", "b").IsTruncated);
        Assert.Equal(["a", "b"], Limited("a", "b", "c").Strings());
        Assert.True(Limited("a", "b", "c").IsTruncated);
        Assert.True(Limited("a", "b", "").IsTruncated);

        static TextCorpus Limited(params string[] strings)
        {
            var builder = new TextCorpusBuilder(limit: 2);
            foreach (string text in strings)
            {
                builder.Append(text);
                builder.EndString();
            }

            return builder.Build();
        }
    }

    [Fact]
    public void The_memory_budget_takes_what_fits()
    {
        var builder = new TextCorpusBuilder(memoryBudget: MemoryFootprint.OfMeasuring(10, 100));
        for (int i = 0; i < 20; i++)
        {
            builder.Append("ten chars.");
            builder.EndString();
        }

        TextCorpus corpus = builder.Build();
        Assert.Equal(10, corpus.Count);
        Assert.True(corpus.IsTruncated);
    }

    [Fact]
    public void A_first_string_beyond_the_memory_budget_is_refused()
    {
        var builder = new TextCorpusBuilder(memoryBudget: 1_000);

        ToolException exception = Assert.Throws<ToolException>(() => builder.Append(new string('x', 2_000)));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Contains("--by word", exception.Message, StringComparison.Ordinal);
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
}
