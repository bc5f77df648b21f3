using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;

namespace Cenote.Tool.Tests.Reports.Html;

/// <summary>A fixed report with every section, and its page.</summary>
internal static class FixedReport
{
    public static MeasureReport Create(string file = "access.log")
    {
        CorpusProfile profile = Made.Profile(distinct: 600, duplicateBytes: 10_000, asciiShare: 0.95) with
        {
            Whole = new(4_000_000, 32_000_000, 160_000_000, 2_400_000, 120_000_000, true, 0, 1),
            Lengths =
            [
                new LengthBucket(1, 1, 0), new LengthBucket(2, 2, 150), new LengthBucket(3, 4, 250), new LengthBucket(5, 8, 600),
            ],
        };
        SectionResult[] sections =
        [
            new(StringsSection.SectionName, [
                Made.Hold(
                    (0.9, Verdict.TooCloseToCall, 100, 5),
                    (0.4, Verdict.Faster, 60, 1),
                    utf8: (0.7, Verdict.Faster, 60, 1),
                    utf8Ids: (0.5, Verdict.Faster, 51, 1)),
                Made.Reads(FreshBuilds.RandomReads, 1.6),
                Made.Reads(FreshBuilds.HotReads, 1.9),
                Made.Churn(3, (1.2, Verdict.Slower), (1.1, Verdict.Slower))]),
            new(CollectionsSection.SectionName, [
                Made.Keys(CollectionsSection.Build, (0.5, Verdict.Faster, 6), (0.6, Verdict.Faster, 8)),
                Made.Keys(
                    CollectionsSection.Hits, (0.8, Verdict.Faster, 6), (0.9, Verdict.Faster, 8), span: (1.2, Verdict.Slower)),
                Made.Keys(
                    CollectionsSection.Misses, (0.7, Verdict.Faster, 6), (0.9, Verdict.Faster, 8), span: (1.2, Verdict.Slower))]),
            new(InterningSection.SectionName, [
                Made.Interning(InterningSection.First, (2, Verdict.Slower), (3, Verdict.Slower), (1.5, Verdict.Slower)),
                Made.Interning(
                    InterningSection.Second, (1, Verdict.TooCloseToCall), (1.1, Verdict.Slower), (0.9, Verdict.Faster))]),
            new(
                SortSection.SectionName,
                [Made.Sort((0.5, Verdict.Faster), (0.3, Verdict.Faster), (0.95, Verdict.TooCloseToCall))]),
            new(ObjectsSection.SectionName, Made.Buffers(
                (1, (0.9, Verdict.Faster), (0.5, Verdict.Faster)), (2, (1, Verdict.TooCloseToCall), (0.6, Verdict.Faster)))),
        ];
        StepResult hold = sections[0].Steps[0];
        sections[0] = sections[0] with { Steps = [WithProcesses(hold), .. sections[0].Steps.Skip(1)] };
        return new MeasureReport(
            MeasureReport.CurrentSchema,
            "1.2.3",
            $"cenote measure {file}",
            new MachineInfo(
                "Processor & Sons", 2, 8L << 30, "An OS", ".NET 10", "workstation "
                + "GC", new DateTimeOffset(2026, 11, 22, 5, 6, 7, TimeSpan.Zero)),
            new InputDescription(file, "line", null, IsSample: true, TotalStrings: 4_000, SampleShare: 0.25),
            9,
            profile,
            sections,
            Adviser.Advise(profile, sections))
        {
            Answer = Adviser.Answer(profile, sections),
        };
    }

    // Gives the step figures that only real runs have: 20 MB of each contender's memory is native, strings were built in three
    // processes and released, and background collections paused as well.
    private static StepResult WithProcesses(StepResult hold) => hold with
    {
        Timing = hold.Timing with
        {
            Rivals =
            [
                .. hold.Timing.Rivals.Select(rival => rival with
                {
                    ProcessNanoseconds = [.. new[] { 0.9, 1, 1.2 }.Select(share => share * rival.Nanoseconds.Median)],
                }),
            ],
        },
        Memory =
        [
            .. hold.Memory.Select(memory => memory with
            {
                ManagedBytes = memory.ManagedBytes - (20 << 20),
                NativeBytes = 20 << 20,
                LongestBackgroundPauseMilliseconds = memory.LongestFullCollectionMilliseconds,
                LongestFullCollectionMilliseconds = 3 * memory.LongestFullCollectionMilliseconds,
                ReleaseMilliseconds = 12,
            }),
        ],
    };

    public static IHtmlDocument Parse(MeasureReport report) =>
        new HtmlParser(new HtmlParserOptions { IsStrictMode = true }).ParseDocument(
            HtmlReport.Render(report, baseline: null, home: null).ToString());
}
