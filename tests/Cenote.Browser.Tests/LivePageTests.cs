using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

public sealed class LivePageTests(LivePages pages) : IClassFixture<LivePages>
{
    [BrowserTheory]
    [InlineData("Cache", 400, ColorScheme.Light)]
    [InlineData("Cache", 400, ColorScheme.Dark)]
    [InlineData("Cache", 1280, ColorScheme.Light)]
    [InlineData("Cache", 1280, ColorScheme.Dark)]
    [InlineData("Catalog", 400, ColorScheme.Light)]
    [InlineData("Catalog", 400, ColorScheme.Dark)]
    [InlineData("Catalog", 1280, ColorScheme.Light)]
    [InlineData("Catalog", 1280, ColorScheme.Dark)]
    public async Task Two_lines_with_points_are_drawn_and_nothing_is_cut(string sample, int width, ColorScheme scheme)
    {
        await using OpenPage open = await pages.OpenAsync(sample, width, scheme);
        await FinishedAsync(open.Page);

        int[] points = await open.Page.EvaluateAsync<int[]>(
            "[...document.querySelectorAll('.chart polyline')].map(line => line.points.numberOfItems)");
        Assert.Equal(2, points.Length);
        Assert.All(points, static count => Assert.InRange(count, 2, 100));
        await Layout.AssertFitsAsync(open.Page, width);
        await Layout.AssertLabelsMeetNoOtherAsync(open.Page);
        await Layout.AssertAccessibleAsync(open.Page, scheme);
        Assert.Empty(open.Complaints);
        Assert.Equal([open.Page.Url, $"{open.Page.Url}events"], open.Requests);
    }

    [BrowserTheory]
    [InlineData("Cache", "memory", "cenote")]
    [InlineData("Catalog", "plain, workstation", "cenote, workstation")]
    public async Task Figures_are_also_a_table_and_the_label_of_the_chart(string sample, string first, string second)
    {
        await using OpenPage open = await pages.OpenAsync(sample);
        await FinishedAsync(open.Page);

        Assert.Equal([first, second], await open.Page.Locator("tbody th").AllTextContentsAsync());
        IReadOnlyList<string> cells = await open.Page.Locator("td").AllTextContentsAsync();
        Assert.Equal(8, cells.Count);
        Assert.All(cells, static cell => Assert.Matches(@"^[\d.]+ m?s$", cell));
        string label = (await open.Page.Locator(".chart svg").GetAttributeAsync("aria-label"))!;
        Assert.Contains($"{first}: p99 {cells[0]}, max {cells[1]}", label, StringComparison.Ordinal);
        Assert.Contains($"{second}: p99 {cells[4]}, max {cells[5]}", label, StringComparison.Ordinal);
    }

    private static Task FinishedAsync(IPage page) =>
        Assertions.Expect(page.Locator("#status")).ToHaveTextAsync(
            "Finished.", new LocatorAssertionsToHaveTextOptions { Timeout = 120_000 });
}
