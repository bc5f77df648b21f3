using Cenote.Tool.Input;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Sections;

public class TextSampleTests
{
    [Fact]
    public void A_few_strings_are_their_own_sample()
    {
        string[] strings = ["one", "", "three", "four"];

        Assert.Equal(strings, TextSample.Of(Corpora.Of(strings), longest: 5).Strings());
    }

    [Fact]
    public void Longer_strings_are_left_out()
    {
        Assert.Equal(["", "four"], TextSample.Of(Corpora.Of("three", "", "seven", "four"), longest: 4).Strings());
        Assert.Equal(0, TextSample.Of(Corpora.Of("three"), longest: 4).Count);
    }

    [Fact]
    public void Many_strings_are_sampled_from_one_end_to_the_other_in_their_order()
    {
        const int Count = 100_000;

        int[] sample = [.. TextSample.Of(Numbers(Count), longest: 10).Strings().Select(int.Parse)];

        Assert.Equal(TextSample.MaxStrings, sample.Length);
        Assert.Equal(sample.Order(), sample);
        Assert.All(sample.Select((number, part) => (number, part)), entry => Assert.InRange(
            entry.number, (long)Count * entry.part / sample.Length, ((entry.part + 1L) * Count / sample.Length) - 1));
    }

    [Fact]
    public void Every_column_of_a_table_is_sampled()
    {
        const int Columns = 32;

        IEnumerable<int> columns = TextSample.Of(Numbers(TextSample.MaxStrings * Columns), longest: 10).Strings()
            .Select(text => int.Parse(text) % Columns);

        Assert.Equal(Columns, columns.Distinct().Count());
    }

    [Fact]
    public void Of_long_strings_there_are_fewer()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 1_000).Select(i => new string('x', 10_000 + (i % 2)))]);

        TextCorpus sample = TextSample.Of(corpus, longest: 20_000);

        Assert.InRange(sample.Count, 16, 32);
    }

    private static TextCorpus Numbers(int count) => Corpora.Of([.. Enumerable.Range(0, count).Select(i => $"{i}")]);
}
