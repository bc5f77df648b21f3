using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.Advising;

/// <summary>Pages of random results.</summary>
public class AnyPageTests
{
    private const int Seed = 20261125;
    private const int Trials = 300;

    [Fact]
    public void A_page_never_has_a_figure_that_is_none()
    {
        var random = new Random(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            var any = new AnyResults(random);
            (StepResult first, StepResult second) = any.Interning();
            StepResult hold = Calmed(any.Hold(), random);
            SectionResult[] sections =
            [
                new(StringsSection.SectionName, [hold, any.Reads(FreshBuilds.RandomReads), any.Reads(FreshBuilds.HotReads)]),
                new(InterningSection.SectionName, [Calmed(first, random), second]),
            ];
            CorpusProfile profile = Made.Profile(distinct: random.Next(1, 1_000), duplicateBytes: random.Next(39_000));
            MeasureReport report = FixedReport.Create() with
            {
                Profile = profile,
                Sections = sections,
                Advice = Adviser.Advise(profile, sections),
                Answer = Adviser.Answer(profile, sections),
            };

            string page = HtmlReport.Render(report).ToString();

            Assert.All(
                ["NaN", "Infinity", "∞"],
                none => Assert.False(
                    page.Contains(none, StringComparison.Ordinal), $"Seed {Seed}, trial {trial}: {none}, {report.Answer}"));
        }
    }

    // Changes some results: no pause for some or all contenders, or no managed and no process memory.
    private static StepResult Calmed(StepResult step, Random random)
    {
        int kind = random.Next(4);
        return step with
        {
            Memory =
            [
                .. step.Memory.Select((memory, i) => kind switch
                {
                    0 => memory with { LongestFullCollectionMilliseconds = 0 },
                    1 => memory with { LongestFullCollectionMilliseconds = i == 0 ? 50 : 0 },
                    2 => memory with { ManagedBytes = 0, ResidentBytes = 0 },
                    _ => memory,
                }),
            ],
        };
    }
}
