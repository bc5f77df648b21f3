using Cenote.Tool.Input;
using Cenote.Tool.Sections.Keys;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections.Keys;

public class KeySetTests
{
    [Fact]
    public void Keys_are_the_distinct_strings_in_the_order_in_which_they_first_occur()
    {
        var keys = KeySet.Of(Corpora.Of("b", "", "a", "b", "", "c", "a"));

        Assert.Equal(["b", "", "a", "c"], Enumerable.Range(0, keys.Count).Select(key => keys[key].ToString()));
    }

    [Fact]
    public void Of_a_few_keys_all_are_asked_for_once_in_an_order_that_is_none_of_theirs()
    {
        string[] strings = [.. Enumerable.Range(0, 1_000).Select(i => $"key {i}")];

        string[] hits = KeySet.Of(Corpora.Of([.. strings, .. strings])).Hits.Strings();

        Assert.Equal(1_000, KeySet.Of(Corpora.Of([.. strings, .. strings])).Questions);
        Assert.Equal(strings.Order(), hits.Order());
        Assert.NotEqual(strings, hits);
        Assert.InRange(hits.Zip(hits.Skip(1)).Count(pair => Number(pair.Second) == Number(pair.First) + 1), 0, 20);

        static int Number(string text) => int.Parse(text.AsSpan("key ".Length));
    }

    [Fact]
    public void Of_many_keys_those_that_are_asked_for_come_from_all_over_the_file()
    {
        const int Count = 250_000;

        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, Count).Select(i => $"{i}")]);
        int[] hits = [.. KeySet.Of(corpus).Hits.Strings().Select(int.Parse)];

        Assert.Equal(KeySet.MaxQuestions, hits.Distinct().Count());
        Assert.All(
            Enumerable.Range(0, 10),
            part => Assert.Equal(KeySet.MaxQuestions / 10, hits.Count(hit => hit / (Count / 10) == part)));
    }

    [Fact]
    public void Of_long_keys_there_are_fewer_questions()
    {
        var keys = KeySet.Of(Corpora.Of([.. Enumerable.Range(0, 40).Select(i => new string('x', 1_000_000 + i))]));

        Assert.Equal(40, keys.Count);
        Assert.Equal((16, 16, 16), (keys.Questions, keys.Hits.Count, keys.Misses.Count));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Misses_are_no_keys_even_where_every_short_text_is_one(int length)
    {
        const string Letters = "abcdefghijklmnopqrstuvwxyz0123456789";
        string[] strings = [.. Letters.SelectMany(first => Letters.Select(second => $"{first}{second}"[..length])), ""];

        var keys = KeySet.Of(Corpora.Of(strings));

        Assert.Equal(keys.Hits.Count, keys.Misses.Count);
        Assert.Empty(keys.Misses.Strings().Intersect(strings));
    }

    [Fact]
    public void Misses_look_like_the_keys_whose_turn_it_is()
    {
        var keys = KeySet.Of(Corpora.Of([.. Enumerable.Range(0, 1_000).Select(i => $"https://example.org/漢/{i}/index.html")]));

        Assert.Empty(keys.Misses.Strings().Intersect(keys.Hits.Strings()));
        Assert.All(keys.Hits.Strings().Zip(keys.Misses.Strings()), pair =>
        {
            Assert.Equal(pair.First.Length, pair.Second.Length);
            Assert.InRange(pair.First.Zip(pair.Second).Count(chars => chars.First != chars.Second), 1, 3);
        });
    }

    [Fact]
    public void The_same_strings_give_the_same_questions()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 1_000).Select(i => $"{i % 700}")]);

        Assert.Equal(KeySet.Of(corpus).Hits.Checksum(), KeySet.Of(corpus).Hits.Checksum());
        Assert.Equal(KeySet.Of(corpus).Misses.Checksum(), KeySet.Of(corpus).Misses.Checksum());
    }
}
