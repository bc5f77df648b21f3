using System.Text;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.Heaps;

/// <summary>The report as an HTML page, in the style of <c>cenote measure</c>.</summary>
internal static class HeapHtmlReport
{
    /// <summary>Writes the report, all of it or nothing.</summary>
    /// <exception cref="ToolException">It cannot be written.</exception>
    public static void Write(string path, HeapReport report) =>
        ReportFile.Write(path, stream => stream.Write(Encoding.UTF8.GetBytes(Render(report).ToString())));

    /// <summary>The page. The same report gives the same page.</summary>
    public static Fragment Render(HeapReport report) => HtmlPage.Of(
        "cenote heap",
        report.Tool,
        report.Target.Name,
        Header(report),
        Fragment.Of($"{HeapAdviceSection.Write(report)}{HeapGrowthSection.Write(report)}{HeapPlacesSection.Write(report)}{Texts(report)}{report.Measured.Select(Measured)}{report.NotMeasured.Select(NotMeasured)}{Method(report)}"));

    private static Fragment Header(HeapReport report) => Fragment.Of(
        $"""
        <header>
        <p class="brand">cenote heap</p>
        <p class="subject">{report.Target.Name}</p>
        <h1>{Breakable.Of(HeapSummary.Headline(report))}</h1>
        <p class="summary">{HeapSummary.Of(report)}</p>
        <nav aria-label="Contents">
        <ul>
        <li><a href="#advice">Advice</a></li>
        {HeapGrowthSection.Link(report)}<li><a href="#places">Places</a></li>
        <li><a href="#texts">Strings</a></li>
        <li><a href="#method">Method</a></li>
        </ul>
        </nav>
        </header>

        """);

    private static Fragment Texts(HeapReport report)
    {
        bool isShown = report.Texts.Any(text => text.Text is not null);
        string hint = isShown
            ? "These are strings of the process, shown because of --show-text. They may contain secrets."
            : "Without --show-text, this page contains no strings of the process.";
        return Fragment.Of(
            $"""
            <section id="texts" aria-labelledby="texts-heading">
            <h2 id="texts-heading">Most repeated strings</h2>
            <p>{hint}</p>
            {DataTable.Write(
                "Repeated strings",
                report.Texts.Index(),
                new("Rank", row => Units.Count(row.Index + 1)),
                new("Strings", row => Units.Count(row.Item.Strings)),
                new("Repeated, B", row => Units.Count(row.Item.RepeatedBytes)),
                new("Chars", row => Units.Count(row.Item.Chars)),
                new("String", row => row.Item.Text is { } text ? HeapSummary.Line(text) : "not shown"))}
            </section>

            """);
    }

    private static Fragment Measured(HeapMeasurement measured) => Fragment.Of(
        $"""
        <section aria-label="{measured.Place}">
        <h2>Measured with {Units.Count(measured.Strings)} strings of {measured.Place}</h2>
        {measured.Section.Steps.Select(Figures)}{ProfileSection.Conclusions([.. measured.Advice])}
        </section>

        """);

    private static Fragment NotMeasured(string sentence) => Fragment.Of($"<p>{sentence}</p>");

    private static Fragment Figures(StepResult step) => FigureTables.Write([step]);

    private static Fragment Method(HeapReport report) => Fragment.Of(
        $"""
        <section id="method" aria-labelledby="method-heading">
        <h2 id="method-heading">How the heap was read</h2>
        <dl class="facts run">
        {ProfileSection.Fact("Read from", report.Target.Way)}
        {ProfileSection.Fact("Runtime of the process", $".NET {report.Target.Runtime}")}
        {ProfileSection.Fact("GC of the process", report.Target.ServerCollector ? "server" : "workstation")}
        {ProfileSection.Fact("Analysis", Units.Time(report.Target.AnalysisSeconds * 1e9))}
        {ProfileSection.Fact("Processor", report.Machine.Processor)}
        {ProfileSection.Fact("Date", Dates.Minute(report.Machine.Date))}
        {ProfileSection.Fact("Tool", $"cenote {report.Tool}")}
        </dl>
        <p>Garbage counts until it is collected. Repeated strings and equal collections are counted. The sizes of interners, tables of ids and pooled keys are estimated, and those of more than 100,000 cached values are extrapolated.</p>
        <pre role="region" aria-label="Command line" tabindex="0"><code>{report.Command}</code></pre>
        </section>

        """);
}
