namespace Cenote.Browser.Tests;

/// <summary>A test that drives a browser: it runs where <c>CENOTE_BROWSER</c> is the path of a Chromium.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserFactAttribute : FactAttribute
{
    public BrowserFactAttribute() => Skip = BrowserSettings.ReasonToSkip;
}
