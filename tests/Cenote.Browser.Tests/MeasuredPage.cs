using System.Text.Json.Nodes;
using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;
using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>A report of the tool, measured once for all tests, and a browser to open it in.</summary>
public sealed class MeasuredPage : IAsyncLifetime, IDisposable
{
    // How the page looks does not depend on how long was measured.
    private static readonly TimeSpan s_longestSlot = TimeSpan.FromMilliseconds(2);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("cenote");
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    /// <summary>The same results as the page shows.</summary>
    public JsonNode Json { get; private set; } = null!;

    private string HtmlPath => Path.Combine(_folder.FullName, "a <b> & 'c'.html");

    /// <summary>Opens the report.</summary>
    /// <param name="width">The width of the window in CSS pixels.</param>
    /// <param name="scheme">Light or dark.</param>
    public async Task<OpenPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light)
    {
        IBrowserContext context = await _browser!.NewContextAsync(new BrowserNewContextOptions
        {
            ColorScheme = scheme,
            ReducedMotion = ReducedMotion.Reduce,
            ViewportSize = new ViewportSize { Width = width, Height = 800 },
        });
        return await OpenPage.OpenAsync(context, new Uri(HtmlPath).AbsoluteUri);
    }

    public async Task InitializeAsync()
    {
        if (BrowserSettings.ReasonToSkip is not null)
        {
            return;
        }

        string jsonPath = Path.Combine(_folder.FullName, "report.json");
        await MeasureAsync("--limit", "2000", "--rounds", "3", "--html", HtmlPath, "--json", jsonPath);
        Json = JsonNode.Parse(await File.ReadAllTextAsync(jsonPath))!;
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = BrowserSettings.ExecutablePath,

            // Chromium refuses to start its sandbox for root, as whom continuous integration runs.
            ChromiumSandbox = false,
        });
    }

    public async Task DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static async Task MeasureAsync(params string[] options)
    {
        var terminal = new Terminal(
            TextWriter.Null, TextWriter.Null, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false);
        Assert.Equal(
            ExitCodes.Success, await new Application(terminal, s_longestSlot).RunAsync(["measure", "--full", .. options]));
    }
}
