using System.Collections.Frozen;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Reports.Html;

public class OriginsTests
{
    // Enough strings for every window, long enough for a cache, and not too many for any dictionary.
    private static readonly TextCorpus s_corpus = Corpora.Of([.. Enumerable.Range(0, 3_000).Select(i => $"text {i} {new string('x', 600)}")]);

    [Fact]
    public void Contenders_of_every_section_are_told_apart()
    {
        MeasuredStep[] steps = [.. SectionList.All.SelectMany(section => section.Steps(s_corpus))];
        FrozenSet<string> names = steps.SelectMany(
            step =>
                step.Contenders.Concat(step.WeighedOnly)).Select(contender => contender.Name).ToFrozenSet(StringComparer.Ordinal);
        string[] ours = [.. names.Except(Origins.OfDotNet)];

        Assert.Empty(Origins.OfDotNet.Except(names));
        Assert.All(steps, step => Assert.Equal(BarPart.Managed, Origins.FillOf(step.Contenders[0].Name)));
        Assert.All(ours, name => Assert.Equal(BarPart.Cenote, Origins.FillOf(name)));
        Assert.All(ours, name => Assert.Matches("Pooled|Arena|StringInterner|StringTable|ObjectPool|Scratch|ByteCache", name));
        Assert.All(
            Origins.OfDotNet, name => Assert.DoesNotMatch("Pooled|Arena|StringInterner|StringTable|ObjectPool|Scratch|ByteCache", name));
    }
}
