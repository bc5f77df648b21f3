using System.Text;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class Utf8CorpusTests
{
    [Fact]
    public void It_has_the_strings_of_the_corpus_as_the_encoding_class_has_them()
    {
        string[] strings = ["", "ascii", "größe", "漢字", "😀", "\uD800 lone surrogate", "a\0b", ""];

        Utf8Corpus utf8 = Corpora.Of(strings).Utf8;

        Assert.Equal(strings.Select(Encoding.UTF8.GetBytes), Strings(utf8));
    }

    [Fact]
    public void Strings_stay_whole_across_chunks_and_beyond_them()
    {
        string[] strings =
        [
            new(
                'x', Utf8Corpus.ChunkUnits - 1), "é", "y", new('漢',
                Utf8Corpus.ChunkUnits), "", "z", .. Enumerable.Repeat(new string('p', 300_000), 10),
        ];

        Utf8Corpus utf8 = Corpora.Of(strings).Utf8;

        Assert.Equal(strings, Strings(utf8).Select(Encoding.UTF8.GetString));
    }

    [Fact]
    public void It_is_made_once()
    {
        TextCorpus corpus = Corpora.Of("a", "b");

        Assert.Same(corpus.Utf8, corpus.Utf8);
    }

    private static IEnumerable<byte[]> Strings(Utf8Corpus corpus) =>
        Enumerable.Range(0, corpus.Count).Select(i => corpus[i].ToArray());
}
