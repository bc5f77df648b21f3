using System.Text.Json.Nodes;
using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;

namespace Cenote.Browser.Tests;

/// <summary>The page of <c>cenote measure</c>, and its results.</summary>
public sealed class MeasuredPage : ReportPage
{
    // The layout of the page does not depend on the duration of the measurement.
    private static readonly TimeSpan s_longestSlot = TimeSpan.FromMilliseconds(2);

    /// <summary>The results that the page shows.</summary>
    public JsonNode Json { get; private set; } = null!;

    protected override async Task WriteAsync(string htmlPath)
    {
        string jsonPath = PathOf("report.json");
        await MeasureAsync("--limit", "2000", "--rounds", "3", "--html", htmlPath, "--json", jsonPath);
        Json = JsonNode.Parse(await File.ReadAllTextAsync(jsonPath))!;
    }

    private static async Task MeasureAsync(params string[] options)
    {
        var terminal = new Terminal(
            TextWriter.Null, TextWriter.Null, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false);
        Assert.Equal(
            ExitCodes.Success, await new Application(terminal, s_longestSlot).RunAsync(["measure", "--full", .. options]));
    }
}
