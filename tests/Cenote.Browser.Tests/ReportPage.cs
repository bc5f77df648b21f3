using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>A report of the tool, written once for all tests, and a browser to open it in.</summary>
public abstract class ReportPage : IAsyncLifetime, IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("cenote");
    private IPlaywright? _playwright;
    private IBrowser? _browser;

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
        return await OpenPage.OpenAsync(context, new Uri(PathOf("a <b> & 'c'.html")).AbsoluteUri);
    }

    public async Task InitializeAsync()
    {
        if (BrowserSettings.ReasonToSkip is not null)
        {
            return;
        }

        await WriteAsync(PathOf("a <b> & 'c'.html"));
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

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Writes the page.</summary>
    protected abstract Task WriteAsync(string htmlPath);

    /// <summary>The path of a file in a folder of this report.</summary>
    protected string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
