namespace Cenote.Browser.Tests;

/// <summary>What the environment says about the browser.</summary>
internal static class BrowserSettings
{
    public static string? ExecutablePath { get; } = Environment.GetEnvironmentVariable("CENOTE_BROWSER");

    public static string? ReasonToSkip { get; } =
        string.IsNullOrEmpty(ExecutablePath) ? "Needs a Chromium; set CENOTE_BROWSER to its path to run it." : null;
}
