using Cenote.Tool.Heaps;
using Cenote.Tool.Tests.Heaps;

namespace Cenote.Browser.Tests;

/// <summary>The page of <c>cenote heap</c>, with a name that is wider than most windows.</summary>
public sealed class HeapPage : ReportPage
{
    protected override Task WriteAsync(string htmlPath)
    {
        HeapHtmlReport.Write(htmlPath, FixedHeapReport.Create());
        return Task.CompletedTask;
    }
}
