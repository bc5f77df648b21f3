namespace Cenote.Browser.Tests;

/// <summary>A theory with a browser: it runs only if <c>CENOTE_BROWSER</c> contains the path of Chromium.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class BrowserTheoryAttribute : TheoryAttribute
{
    public BrowserTheoryAttribute() => Skip = BrowserSettings.ReasonToSkip;
}
