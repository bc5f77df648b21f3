using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>A browser and its pages, prepared once for all tests of a class.</summary>
public abstract class BrowserFixture : IAsyncLifetime
{
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    public async Task InitializeAsync()
    {
        if (BrowserSettings.ReasonToSkip is not null)
        {
            return;
        }

        await PrepareAsync();
        _playwright = await Playwright.CreateAsync();
        _browser = await _playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = BrowserSettings.ExecutablePath,

            // Chromium cannot start its sandbox as root, and continuous integration runs as root.
            ChromiumSandbox = false,
        });
    }

    public virtual async Task DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }

        _playwright?.Dispose();
    }

    /// <summary>Opens a page.</summary>
    /// <param name="address">The address of the page.</param>
    /// <param name="width">The width of the window in CSS pixels.</param>
    /// <param name="scheme">Light or dark.</param>
    protected async Task<OpenPage> OpenAsync(Uri address, int width, ColorScheme scheme)
    {
        ArgumentNullException.ThrowIfNull(address);
        IBrowserContext context = await _browser!.NewContextAsync(new BrowserNewContextOptions
        {
            ColorScheme = scheme,
            ReducedMotion = ReducedMotion.Reduce,
            ViewportSize = new ViewportSize { Width = width, Height = 800 },
        });
        return await OpenPage.OpenAsync(context, address.AbsoluteUri);
    }

    /// <summary>Prepares the pages, before the browser starts.</summary>
    protected abstract Task PrepareAsync();
}
