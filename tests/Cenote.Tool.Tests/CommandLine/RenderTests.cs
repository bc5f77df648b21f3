using System.Globalization;
using System.Text.Json.Nodes;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Reports.Html;

namespace Cenote.Tool.Tests.CommandLine;

public sealed class RenderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Saved_results_become_the_page_that_measuring_would_have_written()
    {
        MeasureReport report = FixedReport.Create();
        string json = _folder.Write("r.json", JsonReport.Render(report));
        string html = Path.Combine(_folder.Path, "r.html");

        Invocation run = await Invocation.RunAsync(["render", json, "--html", html]);
        Invocation piped = await Invocation.RunAsync(["render", json, "--html", "-"]);

        string page = HtmlReport.Render(report).ToString();
        Assert.Equal((ExitCodes.Success, ExitCodes.Success), (run.ExitCode, piped.ExitCode));
        Assert.Equal(page, await File.ReadAllTextAsync(html));
        Assert.Equal(page.TrimEnd(), piped.Out.TrimEnd());
    }

    [Fact]
    public async Task Results_are_not_replaced_by_their_page()
    {
        string json = _folder.Write("r.json", JsonReport.Render(FixedReport.Create()));

        Invocation run = await Invocation.RunAsync(["render", json, "--html", json]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("{", await File.ReadAllTextAsync(json), StringComparison.Ordinal);
    }

    // Each case is a value of a report and its damaged form.
    [Theory]
    [InlineData("answer.notes", "null")]
    [InlineData("answer.notes", "[null]")]
    [InlineData("answer.gain", "null")]
    [InlineData("advice", "[null]")]
    [InlineData("advice.0.effects", "[null]")]
    [InlineData("advice.0.effects", """[{"kind": "time", "step": "unknown", "ratio": 0.5}]""")]
    [InlineData("sections", "[]")]
    [InlineData("sections", "[null]")]
    [InlineData("sections.0.steps", "[null]")]
    [InlineData("profile.lengths", "[]")]
    [InlineData("profile.utf8BytesPerChar", "0")]
    [InlineData("profile.utf8BytesPerChar", "1e999")]
    [InlineData("answer.alternative", "\"string[] by HashSet\"")]
    [InlineData("profile.lengths", "[null]")]
    public async Task A_damaged_report_is_rejected(string place, string value)
    {
        JsonNode report = JsonNode.Parse(JsonReport.Render(FixedReport.Create()))!;
        string[] names = place.Split('.');
        JsonNode parent = names.SkipLast(1).Aggregate(report, static (node, name) =>
            int.TryParse(name, CultureInfo.InvariantCulture, out int index) ? node[index]! : node[name]!);
        parent[names[^1]] = JsonNode.Parse(value);
        string json = _folder.Write("damaged.json", report.ToJsonString());

        Invocation run = await Invocation.RunAsync(["render", json, "--html", "-"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains("is not a complete report", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Argument missing: REPORT.", "render", "--html", "page.html")]
    [InlineData("Option '--html' is required.", "render", "r.json")]
    public async Task A_wrong_command_line_is_one_line_of_complaint(string complaint, params string[] arguments)
    {
        Invocation run = await Invocation.RunAsync(arguments);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains(complaint, run.Error, StringComparison.Ordinal);
        Assert.Contains("See 'cenote render --help'", run.Error, StringComparison.Ordinal);
    }
}
