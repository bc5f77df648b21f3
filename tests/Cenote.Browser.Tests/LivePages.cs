using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>The live pages of the samples that compare two services.</summary>
public sealed class LivePages : BrowserFixture
{
    private readonly Dictionary<string, SampleProcess> _samples = new(StringComparer.Ordinal);

    /// <summary>Opens a page.</summary>
    /// <param name="sample">The name of the sample.</param>
    /// <param name="width">The width of the window in CSS pixels.</param>
    /// <param name="scheme">Light or dark.</param>
    public Task<OpenPage> OpenAsync(string sample, int width = 1280, ColorScheme scheme = ColorScheme.Light) =>
        OpenAsync(_samples[sample].Address, width, scheme);

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        foreach (SampleProcess sample in _samples.Values)
        {
            sample.Dispose();
        }
    }

    protected override async Task PrepareAsync()
    {
        _samples["Cache"] = await SampleProcess.StartAsync(
            "Cenote.Samples.Cache", "--articles", "1000", "--megabytes", "8", "--seconds", "2", "--requests", "200");
        _samples["Catalog"] = await SampleProcess.StartAsync(
            "Cenote.Samples.Catalog", "--products", "10000", "--seconds", "3", "--requests", "200", "--gc", "workstation");
    }
}
