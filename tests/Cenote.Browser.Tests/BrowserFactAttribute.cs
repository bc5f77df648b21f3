namespace Cenote.Browser.Tests;

/// <summary>A test with a browser: it runs only if <c>CENOTE_BROWSER</c> contains the path of Chromium.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserFactAttribute : FactAttribute
{
    public BrowserFactAttribute() => Skip = BrowserSettings.ReasonToSkip;
}
