using System.Globalization;

namespace Cenote.Tests.Support;

/// <summary>Sets the German culture on the thread until disposed: 1.234,5 and 29.11.2026.</summary>
internal sealed class GermanCulture : IDisposable
{
    private readonly CultureInfo _before = CultureInfo.CurrentCulture;

    public GermanCulture() => CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");

    public void Dispose() => CultureInfo.CurrentCulture = _before;
}
