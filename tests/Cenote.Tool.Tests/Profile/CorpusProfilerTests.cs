using System.Text;
using Cenote.Tool.Profile;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Profile;

public class CorpusProfilerTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void The_profile_is_that_of_a_naive_model(int seed)
    {
        var random = new Random(seed);
        string[] strings =
        [
            .. Enumerable.Range(0, 5_000).Select(_ => string.Concat(
                Enumerable.Range(0, random.Next(4) == 0 ? random.Next(200) : random.Next(4)).Select(_ => "abé"[random.Next(3)]))),
        ];

        CorpusProfile profile = CorpusProfiler.Profile(Corpora.Of(strings), _ => { }, default);

        var seen = new HashSet<string>(StringComparer.Ordinal);
        long Bytes(IEnumerable<string> some) =>
            some.Sum(text => text.Length == 0 ? 0 : (long)(Math.Ceiling((22 + (2 * text.Length)) / 8.0) * 8));
        int[] lengths = [.. strings.Select(text => text.Length).Order()];
        Assert.Equal(strings.Length, profile.Count);
        Assert.Equal(lengths.Sum(), profile.TotalChars);
        Assert.Equal(lengths[0], profile.ShortestChars);
        Assert.Equal(lengths[lengths.Length / 2], profile.MedianChars);
        Assert.Equal(lengths[lengths.Length * 99 / 100], profile.Percentile99Chars);
        Assert.Equal(lengths[^1], profile.LongestChars);
        Assert.Equal(strings.Count(text => text.Length <= 8) / 5_000.0, profile.ShareUpTo8Chars);
        Assert.Equal(strings.Count(text => text.Length <= 32) / 5_000.0, profile.ShareUpTo32Chars);
        Assert.Equal(strings.Count(text => text.Length <= 128) / 5_000.0, profile.ShareUpTo128Chars);
        Assert.Equal(strings.Distinct(StringComparer.Ordinal).Count(), profile.DistinctCount);
        Assert.Equal(Bytes(strings), profile.ManagedBytes);
        Assert.Equal(Bytes(strings.Where(text => !seen.Add(text))), profile.DuplicateBytes);
        Assert.Equal(strings.Count(text => text.All(char.IsAscii)) / 5_000.0, profile.AsciiShare);
        Assert.Equal(strings.Sum(Encoding.UTF8.GetByteCount) / (double)lengths.Sum(), profile.Utf8BytesPerChar);
        Assert.All(
            profile.Lengths,
            bucket => Assert.Equal(strings.Count(text => text.Length >= bucket.From && text.Length <= bucket.To), bucket.Count));
        Assert.Equal(strings.Length, profile.Lengths.Sum(bucket => bucket.Count));
    }

    [Fact]
    public void The_histogram_has_a_bar_for_each_power_of_two_between_the_shortest_and_the_longest()
    {
        CorpusProfile profile = CorpusProfiler.Profile(Corpora.Of("abc", new string('x', 33)), _ => { }, default);

        Assert.Equal(
            [new LengthBucket(3, 4, 1), new(5, 8, 0), new(9, 16, 0), new(17, 32, 0), new(33, 64, 1)],
            profile.Lengths);
    }

    [Fact]
    public void Empty_strings_have_a_bar_of_their_own_and_take_no_memory()
    {
        CorpusProfile profile = CorpusProfiler.Profile(Corpora.Of("", "", "a", "ab"), _ => { }, default);

        Assert.Equal([new LengthBucket(0, 0, 2), new(1, 1, 1), new(2, 2, 1)], profile.Lengths);
        Assert.Equal(24 + 32, profile.ManagedBytes);
        Assert.Equal(3, profile.DistinctCount);
        Assert.Equal(0, profile.DuplicateBytes);
    }

    [Fact]
    public void Lone_surrogates_are_different_texts()
    {
        Assert.Equal(3, CorpusProfiler.Profile(Corpora.Of("\uD800", "\uD801", "\uFFFD"), _ => { }, default).DistinctCount);
    }
}
