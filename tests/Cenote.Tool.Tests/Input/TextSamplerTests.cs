using System.Globalization;
using Cenote.Tests.Support;
using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class TextSamplerTests
{
    [Fact]
    public void What_fits_is_all_kept_in_its_order()
    {
        string[] strings = [.. Enumerable.Range(0, 5_000).Select(Text)];

        Assert.Equal(strings, Sample(strings, limit: 5_000).Strings());
        Assert.Equal(strings, Sample(strings).Strings());
        Assert.False(Sample(strings, limit: 5_000).IsSample);
    }

    [Fact]
    public void A_string_of_any_length_in_any_parts_comes_back_unchanged()
    {
        string[] strings =
        [
            "", "short", new string('x', 3_000_000), "", new string('y', 1 << 16), "z", new string('z', 200_000), "end", "",
        ];
        var sampler = new TextSampler();
        foreach (string text in strings)
        {
            foreach (char[] part in text.Chunk(70_001))
            {
                sampler.Append(part);
            }

            sampler.EndString();
        }

        Assert.Equal(strings, sampler.Build().Strings());
    }

    [Theory]
    [InlineData(2)]
    [InlineData(100)]
    [InlineData(1_000)]
    [InlineData(4_999)]
    public void A_sample_has_as_many_strings_as_were_asked_for_in_their_order(int limit)
    {
        TextCorpus corpus = Sample(Enumerable.Range(0, 5_000).Select(Text), limit);

        int[] numbers = [.. corpus.Strings().Select(Number)];
        Assert.Equal(limit, numbers.Length);
        Assert.Equal(numbers.Distinct().Order(), numbers);
        Assert.Equal(5_000, corpus.SourceStrings);
        Assert.True(corpus.IsSample);
    }

    [Fact]
    public void A_sample_takes_the_memory_that_it_may_and_no_more()
    {
        const long Budget = 1 << 20;

        TextCorpus corpus = Sample(Enumerable.Range(0, 50_000).Select(Text), memoryBudget: Budget);

        Assert.InRange(MemoryFootprint.OfMeasuring(corpus.Count, corpus.TotalChars), 0, Budget);
        Assert.InRange(MemoryFootprint.OfMeasuring(corpus.Count + 1, corpus.TotalChars + 5), Budget, long.MaxValue);
    }

    [Fact]
    public void A_sample_has_as_many_chars_as_it_may_and_no_more()
    {
        string[] strings = [.. Enumerable.Range(0, 5_000).Select(i => $"{i:d10}")];

        Assert.False(Sample(strings, charLimit: 50_000).IsSample);
        Assert.Equal(4_999, Sample(strings, charLimit: 49_999).Count);
        Assert.Equal(123, Sample(strings, charLimit: 1_234).Count);
        Assert.Equal(2, Sample(strings, charLimit: 5).Count);
    }

    [Fact]
    public void What_fits_the_memory_exactly_is_all_kept()
    {
        string[] strings = [.. Enumerable.Range(0, 3_000).Select(i => $"{i:d10}")];
        long needed = MemoryFootprint.OfMeasuring(3_000, 30_000);

        Assert.False(Sample(strings, memoryBudget: needed).IsSample);
        Assert.Equal(2_999, Sample(strings, memoryBudget: needed - 1).Count);
    }

    [Fact]
    public void The_same_strings_are_sampled_each_time_and_fewer_are_some_of_them()
    {
        string[] strings = [.. Enumerable.Range(0, 100_000).Select(Text)];
        string[] many = Sample(strings, memoryBudget: 4 << 20).Strings();
        string[] few = Sample(strings, memoryBudget: 2 << 20).Strings();

        Assert.Equal(many, Sample(strings, memoryBudget: 4 << 20).Strings());
        Assert.Empty(few.Except(many));
        Assert.NotEmpty(many.Except(few));
    }

    [Fact]
    public void Neighbours_are_sampled_together()
    {
        int[] numbers = [.. Sample(Enumerable.Range(0, 1_000_000).Select(Text), limit: 20_000).Strings().Select(Number)];

        int neighbours = numbers.Zip(numbers.Skip(1)).Count(pair => pair.First + 1 == pair.Second);

        // A block has 156 strings, and few blocks of the sample are neighbours.
        Assert.InRange(neighbours, 20_000 * 154 / 156, 20_000 - 100);
    }

    [LongFact]
    public void Every_string_is_as_likely_as_any_other()
    {
        // The first half of the strings is short, the rest long; the sample must depend only on the number of strings.
        const int Count = 20_000;
        const int Limit = 1_000;
        const int Samples = 400;
        string[] strings = [.. Enumerable.Range(0, Count).Select(i => Text(i) + new string(' ', i < Count / 2 ? 0 : 50))];
        int[] tenths = new int[10];
        for (ulong seed = 0; seed < Samples; seed++)
        {
            foreach (string text in Sample(strings, Limit, seed: seed).Strings())
            {
                tenths[10 * Number(text) / Count]++;
            }
        }

        // Expects a tenth of 143 blocks per sample, within three standard deviations over all samples.
        double expected = Limit * Samples / 10.0;
        Assert.All(tenths, count => Assert.InRange(count, 0.96 * expected, 1.04 * expected));
    }

    [LongFact]
    public void A_sample_for_memory_has_long_strings_as_often_as_short_ones()
    {
        const int Count = 100_000;
        string[] strings = [.. Enumerable.Range(0, Count).Select(i => Text(i) + new string(' ', i < Count / 2 ? 0 : 50))];
        long tooFew = 0;
        long all = 0;
        for (ulong seed = 0; seed < 60; seed++)
        {
            string[] sample = Sample(strings, memoryBudget: 20 << 20, seed: seed).Strings();
            tooFew += sample.Count(text => Number(text) < Count / 2);
            all += sample.Length;
        }

        Assert.InRange((double)tooFew / all, 0.45, 0.55);
    }

    [Fact]
    public void A_string_that_memory_is_too_short_for_is_refused_wherever_it_is()
    {
        var sampler = new TextSampler(limit: 2, memoryBudget: 20_000);
        for (int i = 0; i < 1_000; i++)
        {
            sampler.Append("short");
            sampler.EndString();
        }

        ToolException exception = Assert.Throws<ToolException>(() => sampler.Append(new string('x', 2_000)));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Equal("String 1,001 alone takes more than half of the free memory; try --by word.", exception.Message);
    }

    [LongFact]
    public void A_string_longer_than_one_can_be_is_refused_even_if_it_is_not_kept()
    {
        var sampler = new TextSampler(limit: 2);
        for (int i = 0; i < 10_000; i++)
        {
            sampler.EndString();
        }

        char[] part = new char[1 << 20];
        for (int i = 0; i < TextSampler.MaxStringLength / part.Length; i++)
        {
            sampler.Append(part);
        }

        ToolException exception = Assert.Throws<ToolException>(() => sampler.Append(part));

        Assert.Equal(ExitCodes.Usage, exception.ExitCode);
        Assert.Equal(
            "String 10,001 is longer than the 1,073,741,791 chars a .NET string can hold; try --by word.", exception.Message);
    }

    private static TextCorpus Sample(
        IEnumerable<string> strings, int limit = int.MaxValue, long charLimit = long.MaxValue, long memoryBudget = long.MaxValue,
        ulong seed = 1)
    {
        var sampler = new TextSampler(limit, charLimit, memoryBudget, seed);
        foreach (string text in strings)
        {
            sampler.Append(text);
            sampler.EndString();
        }

        return sampler.Build();
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
