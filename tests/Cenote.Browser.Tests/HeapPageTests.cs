using Cenote.Tool.Tests.Heaps;
using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

public sealed class HeapPageTests(HeapPage report) : IClassFixture<HeapPage>
{
    [BrowserTheory]
    [InlineData(320)]
    [InlineData(400)]
    [InlineData(768)]
    [InlineData(1280)]
    public async Task Nothing_is_wider_than_the_window_and_no_label_meets_another(int width)
    {
        await using OpenPage open = await report.OpenAsync(width);
        await open.OpenDetailsAsync();

        await Layout.AssertFitsAsync(open.Page, width);
        await Layout.AssertLabelsMeetNoOtherAsync(open.Page);
    }

    [BrowserTheory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(400, ColorScheme.Light)]
    [InlineData(400, ColorScheme.Dark)]
    public async Task Axe_finds_no_barrier_and_the_page_asks_for_nothing_but_itself(int width, ColorScheme scheme)
    {
        await using OpenPage open = await report.OpenAsync(width, scheme);
        await open.OpenDetailsAsync();

        await Layout.AssertAccessibleAsync(open.Page, scheme);
        Assert.Empty(open.Complaints);
        Assert.Equal([open.Page.Url], open.Requests);
    }

    [BrowserFact]
    public async Task Bars_have_the_lengths_of_the_places()
    {
        await using OpenPage open = await report.OpenAsync();
        double[] widths = await open.Page.EvaluateAsync<double[]>(
            """
            [...document.querySelectorAll(".bars li svg")]
              .map(svg => [...svg.children].reduce((sum, part) => sum + part.getBBox().width, 0))
            """);
        double[] sizes = [.. FixedHeapReport.Create().Places.Take(widths.Length).Select(place => (double)place.Size())];

        Assert.Equal(3, widths.Length);
        Assert.All(
            widths.Zip(sizes), bar => Assert.InRange(bar.First, (bar.Second / sizes[0] * widths[0]) - 1, (bar.Second / sizes[0] * widths[0]) + 1));
    }
}
