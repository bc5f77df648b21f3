using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class SampleCorpusTests
{
    private static readonly Lazy<TextCorpus> s_sample =
        new(() => new CorpusSource([], () => Stream.Null).Load(SplitBy.Line, ',', null, (_, _) => { }, default));

    [Fact]
    public void The_second_item_comes_half_as_often_as_the_first()
    {
        var random = new SplitMix64(1);
        var zipf = new ZipfSampler(100);
        int[] counts = new int[100];
        for (int i = 0; i < 100_000; i++)
        {
            counts[zipf.Next(ref random)]++;
        }

        Assert.InRange((double)counts[0] / counts[1], 1.9, 2.1);
        Assert.InRange((double)counts[0] / counts[9], 9, 11);
        Assert.All(counts, count => Assert.InRange(count, 1, int.MaxValue));
    }

    [Fact]
    public void The_sample_is_the_same_on_every_machine()
    {
        Assert.Equal(SampleCorpus.Lines, s_sample.Value.Count);
        Assert.Equal(228_878_472_273_118_260UL, s_sample.Value.Checksum());
    }

    [Fact]
    public void About_half_of_its_lines_repeat_an_earlier_one()
    {
        double distinct = (double)s_sample.Value.Strings().Distinct(StringComparer.Ordinal).Count() / SampleCorpus.Lines;

        Assert.InRange(distinct, 0.4, 0.6);
    }
}
