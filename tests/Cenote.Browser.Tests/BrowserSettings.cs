namespace Cenote.Browser.Tests;

/// <summary>The browser settings from environment variables.</summary>
internal static class BrowserSettings
{
    public static string? ExecutablePath { get; } = Environment.GetEnvironmentVariable("CENOTE_BROWSER");

    public static string? ReasonToSkip { get; } =
        string.IsNullOrEmpty(ExecutablePath) ? "Needs Chromium; set CENOTE_BROWSER to its path to run this test." : null;
}
