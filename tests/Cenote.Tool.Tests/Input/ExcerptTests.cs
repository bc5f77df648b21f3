using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class ExcerptTests
{
    [Fact]
    public void Few_short_strings_are_taken_as_they_are()
    {
        Assert.Equal(["one", "", "one", "two"], Excerpt.Of(Corpora.Of("one", "", "one", "two")).Strings());
    }

    [Fact]
    public void Of_many_strings_a_sample_from_all_over_the_corpus_is_taken()
    {
        const int Count = 100_000;
        const int Part = Count / Excerpt.MaxStrings;
        int[] taken =
            [.. Excerpt.Of(Corpora.Of([.. Enumerable.Range(0, Count).Select(i => $"{i}")])).Strings().Select(int.Parse)];

        Assert.Equal(Excerpt.MaxStrings, taken.Length);
        Assert.Equal(taken.Order(), taken);
        Assert.InRange(taken[0], 0, Part);
        Assert.InRange(taken[^1], Count - Part - 1, Count - 1);
    }

    [Fact]
    public void Of_a_long_string_the_head_is_taken_and_no_pair_of_surrogates_is_torn()
    {
        string whole = new('x', Excerpt.MaxTextLength);
        string torn = $"{whole[1..]}😀";

        Assert.Equal([whole, whole, whole[1..]], Excerpt.Of(Corpora.Of(whole, whole + "y", torn)).Strings());
    }
}
