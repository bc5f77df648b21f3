using System.Text;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Results;

namespace Cenote.Tool.Reports.Html;

/// <summary>The report as a web page: one self-contained file, without network access or scripts.</summary>
internal static class HtmlReport
{
    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, MeasureReport report, MeasureReport? baseline = null) =>
        ReportFile.Write(path, stream => stream.Write(Encoding.UTF8.GetBytes(Render(report, baseline).ToString())));

    /// <summary>The page. The same report gives the same page.</summary>
    public static Fragment Render(MeasureReport report, MeasureReport? baseline = null) =>
        Render(report, baseline, Home.Address);

    /// <summary>The page, with a link to the repository if its address is known.</summary>
    public static Fragment Render(MeasureReport report, MeasureReport? baseline, string? home) => HtmlPage.Of(
        "cenote measure",
        report.Tool,
        report.Input.Name,
        Title(report),
        Sections(report, baseline, home));

    // In print, everything before the appendix must fit on four pages.
    private static Fragment Sections(MeasureReport report, MeasureReport? baseline, string? home)
    {
        IEnumerable<Fragment> measured = report.Sections.Select(section => MeasuredSection.Write(report, section));
        return Fragment.Of(
            $"{VerdictSection.Write(report)}{Introduction(report, baseline, home)}"
            + $"{AdviceSection.Write(report)}{ChangeSection.Write(report, baseline)}{ProfileSection.Write(report)}"
            + $"{Appendix()}{measured}{MethodSection.Write(report)}");
    }

    private static Fragment Appendix() => Fragment.Of(
        $"""
        <section id="appendix" aria-labelledby="appendix-heading">
        <h2 id="appendix-heading">Appendix: every chart and figure</h2>
        <p class="lead">The questions for each part of the library, the full answers, all measurements, and the method.</p>
        {Legend.OfContenders()}</section>

        """);

    private static Fragment Introduction(MeasureReport report, MeasureReport? baseline, string? home) => Fragment.Of(
        $"""
        <div class="introduction">
        <p class="about">{Home.Link(home)} is a .NET library that keeps strings and other data off the managed heap. This page reports whether that would help with one file. To install it: <code>dotnet add package Cenote</code>.</p>
        <p class="summary">{Summary(report)}</p>{report.Input.Caveats(report.Profile).Select(caveat => Fragment.Of($"""<p class="summary">{caveat}</p>"""))}
        <nav aria-label="Contents">
        <ul>
        <li><a href="#advice">Advice</a></li>
        {(baseline is null ? Fragment.Empty : Fragment.Of($"""<li><a href="#change">Change</a></li>"""))}
        <li><a href="#{Anchors.Profile}">Profile</a></li>
        <li><a href="#appendix">Appendix</a></li>
        {report.Sections.Select(Entry)}
        <li><a href="#method">Method</a></li>
        </ul>
        </nav>
        </div>

        """);

    // The heading contains the answer, or the file name if there is none.
    private static Fragment Title(MeasureReport report)
    {
        IReadOnlyList<SummaryPart> summary = Reports.Summary.Parts(report);
        string? verdict = report.Answer is { } answer ? VerdictSection.Headline(answer) : null;
        bool hasAnswer = summary.Count > 0 || verdict is not null;
        Fragment headline = summary.Count > 0 ? Headline(summary) : Fragment.Of($"{verdict ?? report.Input.Name}");
        return Fragment.Of(
            $"""
            <header>
            <p class="brand">cenote measure</p>
            {(hasAnswer ? Fragment.Of($"""<p class="subject">{report.Input.Name}</p>""") : Fragment.Empty)}
            <h1>{headline}</h1>
            </header>

            """);
    }

    // Lines break after a separator if possible.
    private static Fragment Headline(IReadOnlyList<SummaryPart> parts) => Fragment.Of(
        $"{parts.SkipLast(1).Select(part => Fragment.Of($"<span class=\"part\">{part.ToString()} ·</span> "))}"
        + $"<span class=\"part\">{parts[^1].ToString()}</span>");

    private static Fragment Entry(SectionResult section) =>
        Fragment.Of($"""<li><a href="#{Anchors.Of(section)}">{MeasuredSection.TitleOf(section)}</a></li>""");

    private static Fragment Summary(MeasureReport report)
    {
        CorpusProfile profile = report.Profile;
        string strings = $"{report.Input.Strings(profile.Count)} · median {Units.Count(profile.MedianChars, "char")} · "
            + $"{Units.Percent(1 - profile.RepeatedStrings())} distinct · "
            + $"{Units.Bytes(profile.BytesOfFile)} as managed strings, excluding references · "
            + $"{Units.Percent(profile.AsciiShare)} ASCII · {report.Machine.Processor}, ";
        return Fragment.Of($"""{strings}<span class="whole">{Dates.Day(report.Machine.Date)}</span>""");
    }
}
