using Cenote.Tests.Support;
using Cenote.Tool.Input;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Input;

namespace Cenote.Tool.Tests.Measuring;

public class FreshBuildsTests
{
    private static readonly string[] s_asked = [StringsSection.ManagedArray, StringsSection.RefArray, "none of them"];

    [LongFact]
    public void Those_that_took_part_in_every_round_are_built_weighed_and_read()
    {
        TextCorpus corpus = Corpora.Of([.. Enumerable.Range(0, 3_000).Select(i => $"text {i}")]);
        var section = new StringsSection();
        var builds = new FreshBuilds(
            section, section.Steps(corpus)[0], new Children(corpus, TimeSpan.FromMilliseconds(2), CancellationToken.None));
        var told = new List<(string Activity, double Share)>();

        builds.RunRound(s_asked, (activity, share) => told.Add((activity, share)));
        builds.RunRound([.. s_asked, StringsSection.IdArray], (_, _) => { });

        Assert.Equal([("Hold all: string[]", 0.0), ("Hold all: PooledStringRef[]", 0.5)], told);
        Assert.Equal(
            [2, 2, 1, 0],
            new[] { s_asked[0], s_asked[1], StringsSection.IdArray, s_asked[2] }.Select(builds.RoundsOf));
        IReadOnlyList<StepResult> results = builds.Results();
        Assert.Equal([StringsSection.Hold, FreshBuilds.RandomReads, FreshBuilds.HotReads], results.Select(step => step.Id));
        Assert.All(results, step =>
        {
            Assert.Equal(2, step.Timing.Rounds);
            Assert.Equal(s_asked[..2], step.Timing.Rivals.Select(rival => rival.Name));
            Assert.Equal(Verdict.Baseline, step.Timing.Rivals[0].Verdict);
            Assert.All(step.Timing.Rivals, rival => Assert.Equal(2, rival.ProcessNanoseconds!.Count));
            Assert.All(step.Timing.Rivals, rival => Assert.True(rival.Nanoseconds.Median > 0));
        });
        Assert.Equal(s_asked[..2], results[0].Memory.Select(memory => memory.Name));
        Assert.Single(results[0].Memory.Select(memory => memory.Checksum).Distinct());
        Assert.True(results[0].Memory[0].ManagedBytes > 3_000 * 32);
        Assert.True(results[0].Memory[1].NativeBytes > 0);
        Assert.Empty(results[1].Memory);

        // Managed strings are allocated on creation; reading allocates nothing.
        Assert.True(results[0].Timing[StringsSection.ManagedArray].AllocatedBytes >= 32);
        Assert.Equal(0, results[1].Timing[StringsSection.ManagedArray].AllocatedBytes);
    }
}
