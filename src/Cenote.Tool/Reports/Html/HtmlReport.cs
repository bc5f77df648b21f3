using System.Text;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>The report as a page for the browser: one file that needs no other, no network and no script.</summary>
internal static class HtmlReport
{
    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, MeasureReport report, MeasureReport? baseline = null) =>
        ReportFile.Write(path, stream => stream.Write(Encoding.UTF8.GetBytes(Render(report, baseline).ToString())));

    /// <summary>The page. The same report gives the same page.</summary>
    public static Fragment Render(MeasureReport report, MeasureReport? baseline = null) => HtmlPage.Of(
        "cenote measure",
        report.Tool,
        report.Input.Name,
        Header(report),
        Sections(report, baseline));

    private static Fragment Sections(MeasureReport report, MeasureReport? baseline)
    {
        IEnumerable<Fragment> measured = report.Sections.Select(section => MeasuredSection.Write(report, section));
        return Fragment.Of(
            $"{AdviceSection.Write(report)}{ChangeSection.Write(report, baseline)}{ProfileSection.Write(report)}{measured}{MethodSection.Write(report)}");
    }

    private static Fragment Header(MeasureReport report) => Fragment.Of(
        $"""
        <header>
        <p class="brand">cenote measure</p>
        <p class="about">Cenote is a library for .NET that keeps strings and other things outside of the managed heap. This page says whether that would help with one file: <code>dotnet add package Cenote</code>.</p>
        <h1>{report.Input.Name}</h1>
        <p class="summary">{Summary(report)}</p>{report.Input.Caveats(report.Profile).Select(caveat => Fragment.Of($"""<p class="summary">{caveat}</p>"""))}
        <nav aria-label="Contents">
        <ul>
        <li><a href="#advice">Advice</a></li>
        <li><a href="#{Anchors.Profile}">Profile</a></li>
        {report.Sections.Select(Entry)}
        <li><a href="#method">Method</a></li>
        </ul>
        </nav>
        </header>

        """);

    private static Fragment Entry(SectionResult section) =>
        Fragment.Of($"""<li><a href="#{Anchors.Of(section)}">{MeasuredSection.TitleOf(section)}</a></li>""");

    private static Fragment Summary(MeasureReport report)
    {
        CorpusProfile profile = report.Profile;
        string strings = $"{report.Input.Strings(profile.Count)} · {Units.Count(profile.MedianChars, "char")} in the median · "
            + $"{Units.Percent(1 - profile.RepeatedStrings())} distinct · "
            + $"{Units.Bytes(profile.BytesOfFile)} as managed strings · "
            + $"{Units.Percent(profile.AsciiShare)} ASCII · {report.Machine.Processor}, ";
        return Fragment.Of($"""{strings}<span class="whole">{Dates.Day(report.Machine.Date)}</span>""");
    }
}
