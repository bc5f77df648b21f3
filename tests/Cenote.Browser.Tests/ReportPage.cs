using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>A report of the tool, written once for all tests of a class, and a browser that opens the report.</summary>
public abstract class ReportPage : BrowserFixture, IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("cenote");

    /// <summary>Opens the report.</summary>
    /// <param name="width">The width of the window in CSS pixels.</param>
    /// <param name="scheme">Light or dark.</param>
    public Task<OpenPage> OpenAsync(int width = 1280, ColorScheme scheme = ColorScheme.Light) =>
        OpenAsync(new Uri(PathOf("a <b> & 'c'.html")), width, scheme);

    public void Dispose()
    {
        _folder.Delete(recursive: true);
        GC.SuppressFinalize(this);
    }

    protected override Task PrepareAsync() => WriteAsync(PathOf("a <b> & 'c'.html"));

    /// <summary>Writes the page.</summary>
    protected abstract Task WriteAsync(string htmlPath);

    /// <summary>The path of a file in a folder of this report.</summary>
    protected string PathOf(string name) => Path.Combine(_folder.FullName, name);
}
