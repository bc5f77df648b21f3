using AngleSharp.Html.Dom;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.Reports;

public class CacheReportTests
{
    private static readonly SectionResult s_section = new(
        CachesSection.SectionName,
        Made.Caches((0.4, Verdict.Faster), (0.6, Verdict.Faster), (0.5, Verdict.Faster), 0.723, 0.668).All);

    [Fact]
    public void A_page_shows_the_hits_of_caches_beside_their_times_and_in_a_table()
    {
        IHtmlDocument page = PageOf(s_section);
        string load = page.GetElementById("step-cache-load")!.TextContent;
        string hits = page.GetElementById("step-cache-hits")!.TextContent;

        Assert.Contains("Caches", page.QuerySelector("nav")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("40.0 ns · 0.40 · 72.3 % hits", load, StringComparison.Ordinal);
        Assert.Contains("66.8 % hits", load, StringComparison.Ordinal);
        Assert.Contains("hits once full", load, StringComparison.Ordinal);
        Assert.DoesNotContain("% hits", hits, StringComparison.Ordinal);
        Assert.DoesNotContain("hits once full", hits, StringComparison.Ordinal);
    }

    [Fact]
    public void A_page_shows_what_to_write_instead()
    {
        string page = PageOf(s_section).GetElementById("advice")!.TextContent;

        Assert.Contains("new MemoryCache(new MemoryCacheOptions", page, StringComparison.Ordinal);
        Assert.Contains("new ByteCache(new ByteCacheOptions", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_page_says_why_nothing_was_measured()
    {
        IHtmlDocument page = PageOf(new SectionResult(CachesSection.SectionName, []));

        Assert.Contains("There is too little to cache", page.Body!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public void A_terminal_shows_the_hits_of_caches_beside_their_times()
    {
        string[] lines = Written(s_section).Split('\n');

        Assert.Contains(lines, line => line.Contains("ByteCache", StringComparison.Ordinal)
            && line.Contains("40.0 ns", StringComparison.Ordinal) && line.Contains("72.3 %", StringComparison.Ordinal));
        Assert.Single(lines, line => line.Contains(" hits ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_terminal_keeps_silent_about_what_was_too_little()
    {
        Assert.Empty(Written(new SectionResult(CachesSection.SectionName, [])));
    }

    private static IHtmlDocument PageOf(SectionResult section)
    {
        MeasureReport report = FixedReport.Create();
        return FixedReport.Parse(report with { Sections = [section], Advice = Adviser.Advise(report.Profile, [section]) });
    }

    private static string Written(SectionResult section)
    {
        using var output = new StringWriter();
        TerminalReport.On(output, isTerminal: false, useColor: false).WriteSection(section, [], isFull: true);
        return output.ToString();
    }
}
