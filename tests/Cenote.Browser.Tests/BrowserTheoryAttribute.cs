namespace Cenote.Browser.Tests;

/// <summary>A theory that drives a browser: it runs where <c>CENOTE_BROWSER</c> is the path of a Chromium.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserTheoryAttribute : TheoryAttribute
{
    public BrowserTheoryAttribute() => Skip = BrowserSettings.ReasonToSkip;
}
