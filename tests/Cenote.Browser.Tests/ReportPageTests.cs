using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

public sealed partial class ReportPageTests(MeasuredPage report) : IClassFixture<MeasuredPage>
{
    // The width of a printed page between its margins, in CSS pixels.
    private const int PaperWidth = 680;

    [BrowserTheory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task It_loads_without_a_complaint_and_asks_for_nothing_but_itself(ColorScheme scheme)
    {
        await using OpenPage open = await report.OpenAsync(scheme: scheme);
        await open.Page.WaitForLoadStateAsync(LoadState.NetworkIdle);

        Assert.Empty(open.Complaints);
        Assert.Equal([open.Page.Url], open.Requests);
    }

    [BrowserTheory]
    [InlineData(320)]
    [InlineData(360)]
    [InlineData(768)]
    [InlineData(1280)]
    public async Task Nothing_is_wider_than_the_window(int width)
    {
        await using OpenPage open = await report.OpenAsync(width);
        await open.OpenDetailsAsync();

        await Layout.AssertFitsAsync(open.Page, width);
    }

    [BrowserTheory]
    [InlineData(320)]
    [InlineData(360)]
    [InlineData(768)]
    [InlineData(1280)]
    public async Task Labels_of_charts_lie_within_them_and_meet_no_other(int width)
    {
        await using OpenPage open = await report.OpenAsync(width);

        await Layout.AssertLabelsMeetNoOtherAsync(open.Page);
    }

    [BrowserFact]
    public async Task Charts_are_seen_and_show_the_numbers_of_the_json()
    {
        await using OpenPage open = await report.OpenAsync();

        foreach (JsonNode step in report.Json["sections"]!.AsArray().SelectMany(section => section!["steps"]!.AsArray())!)
        {
            // Steps that differ only in their number of threads share the chart of the first step.
            if ((int)step["threads"]! > 1)
            {
                continue;
            }

            ILocator chart = open.Page.Locator($"svg[aria-labelledby^='step-{step["id"]}-time-title']");
            JsonNode[] rivals = [.. step["timing"]!["rivals"]!.AsArray()!];

            // Widths are rounded to 0.01 % of the chart, so a short bar is too inexact as a reference for other bars.
            double[] ratios = [.. rivals.Select(rival => (double)rival["ratio"]!["median"]!)];
            double longest = ratios.Max();
            double longestWidth = await WidthAsync(chart.Locator(".bar").Nth(Array.IndexOf(ratios, longest)));
            for (int i = 0; i < rivals.Length; i++)
            {
                ILocator bar = chart.Locator(".bar").Nth(i);
                double ratio = ratios[i];
                double width = await WidthAsync(bar);
                double expected = ratio / longest * longestWidth;

                Assert.Equal((string?)rivals[i]["name"], await bar.GetAttributeAsync("data-name"));
                Assert.Equal(ratio, double.Parse((await bar.GetAttributeAsync("data-value"))!, CultureInfo.InvariantCulture));
                Assert.EndsWith(
                    $" · {ratio.ToString("0.00", CultureInfo.InvariantCulture)}",
                    await bar.Locator(".value").TextContentAsync(),
                    StringComparison.Ordinal);
                Assert.InRange(width, expected - 1, expected + 1);
                Assert.True(await bar.Locator(".name").IsVisibleAsync());
            }
        }
    }

    [BrowserFact]
    public async Task Charts_of_the_profile_show_the_numbers_of_the_json()
    {
        await using OpenPage open = await report.OpenAsync();
        ILocator columns = open.Page.Locator(".histogram .column");
        JsonNode[] lengths = [.. report.Json["profile"]!["lengths"]!.AsArray()!];

        Assert.Equal(lengths.Length, await columns.CountAsync());
        for (int i = 0; i < lengths.Length; i++)
        {
            Assert.Equal($"{lengths[i]["from"]}", await columns.Nth(i).GetAttributeAsync("data-from"));
            Assert.Equal($"{lengths[i]["count"]}", await columns.Nth(i).GetAttributeAsync("data-value"));
        }

        Assert.True(await open.Page.Locator("svg[aria-labelledby^='duplicates'] .bar").First.IsVisibleAsync());
    }

    [BrowserFact]
    public async Task Advice_of_the_json_is_on_the_page()
    {
        await using OpenPage open = await report.OpenAsync();
        string text = (await open.Page.TextContentAsync("main"))!;

        Assert.All(
            report.Json["advice"]!.AsArray(),
            item => Assert.Contains($"{item!["topic"]}. {item["text"]}", text, StringComparison.Ordinal));
        Assert.True(await open.Page.Locator("#advice h2").IsVisibleAsync());
    }

    [BrowserFact]
    public async Task Light_and_dark_are_different_and_a_printer_gets_light()
    {
        await using OpenPage light = await report.OpenAsync(scheme: ColorScheme.Light);
        await using OpenPage dark = await report.OpenAsync(scheme: ColorScheme.Dark);
        string onLight = await GroundAsync(light.Page);
        string onDark = await GroundAsync(dark.Page);
        await dark.Page.EmulateMediaAsync(new PageEmulateMediaOptions { Media = Media.Print });

        Assert.NotEqual(onLight, onDark);
        Assert.Equal(onLight, await GroundAsync(dark.Page));

        static Task<string> GroundAsync(IPage page) =>
            page.EvaluateAsync<string>("getComputedStyle(document.documentElement).backgroundColor");
    }

    [BrowserTheory]
    [InlineData(1280, ColorScheme.Light)]
    [InlineData(1280, ColorScheme.Dark)]
    [InlineData(360, ColorScheme.Light)]
    [InlineData(360, ColorScheme.Dark)]
    public async Task Axe_finds_no_barrier(int width, ColorScheme scheme)
    {
        await using OpenPage open = await report.OpenAsync(width, scheme);
        await open.OpenDetailsAsync();

        await Layout.AssertAccessibleAsync(open.Page, scheme);
    }

    [BrowserFact]
    public async Task The_keyboard_reaches_everything_and_focus_is_seen()
    {
        await using OpenPage open = await report.OpenAsync();
        int expected = await open.Page.EvaluateAsync<int>(
            "[...document.querySelectorAll('a[href], summary, [tabindex=\"0\"]')]"
            + ".filter(element => element.checkVisibility()).length");
        var reached = new List<string>();
        for (int i = 0; i < expected; i++)
        {
            await open.Page.Keyboard.PressAsync("Tab");
            JsonNode focus = JsonNode.Parse(await open.Page.EvaluateAsync<string>(
                """
                (() => {
                  const element = document.activeElement, style = getComputedStyle(element), box = element.getBoundingClientRect();
                  const isSeen = style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2 && box.bottom > 0 && box.top < innerHeight;
                  const number = [...document.querySelectorAll("*")].indexOf(element);
                  return JSON.stringify({ isSeen, text: `${number} ${element.textContent}` });
                })()
                """))!;
            reached.Add((string)focus["text"]!);
            Assert.True((bool)focus["isSeen"]!, $"The focus is not visible on {focus["text"]}");
        }

        Assert.Contains("Skip to the results", reached[0], StringComparison.Ordinal);
        Assert.Equal(expected, reached.Distinct(StringComparer.Ordinal).Count());
    }

    [BrowserFact]
    public async Task Tables_open_by_keyboard()
    {
        await using OpenPage open = await report.OpenAsync();
        ILocator details = open.Page.Locator("#step-hold details").First;

        await details.Locator("summary").FocusAsync();
        await open.Page.Keyboard.PressAsync("Enter");

        Assert.True(await details.Locator("table").IsVisibleAsync());
    }

    [BrowserFact]
    public async Task It_prints_on_A4_with_all_tables_within_the_paper()
    {
        await using OpenPage open = await report.OpenAsync(PaperWidth);
        byte[] document = await open.Page.PdfAsync(new PagePdfOptions { PreferCSSPageSize = true, PrintBackground = true });
        await open.Page.EmulateMediaAsync(new PageEmulateMediaOptions { Media = Media.Print });

        Assert.Equal("%PDF-"u8, document.AsSpan(0, 5));
        Assert.Matches(@"/MediaBox \[0 0 59[45][\d.]* 84[12][\d.]*\]", Encoding.Latin1.GetString(document));
        Assert.Empty(await open.Page.EvaluateAsync<string[]>(
            """
            [...document.querySelectorAll("table")]
              .filter(table => table.getBoundingClientRect().height === 0 || table.getBoundingClientRect().right > innerWidth)
              .map(table => `${table.ariaLabel}: ${table.getBoundingClientRect().right}`)
            """));
    }

    [BrowserFact]
    public async Task At_most_four_pages_of_paper_come_before_the_appendix_which_begins_on_one_of_its_own()
    {
        await using OpenPage open = await report.OpenAsync(PaperWidth);

        // One card for each topic, each as tall as the tallest recommendation of this run.
        await open.Page.EvaluateAsync(
            """
            const cards = document.querySelector(".cards");
            const tallest = [...cards?.children ?? []].sort((a, b) => b.offsetHeight - a.offsetHeight)[0];
            while (cards && cards.children.length < 16) {
              cards.append(tallest.cloneNode(true));
              document.querySelector(".rest li")?.remove();
            }
            """);
        int all = await PagesAsync(open.Page);
        await open.Page.EvaluateAsync(
            "document.querySelectorAll('#appendix, #appendix ~ *, footer').forEach(part => part.remove())");
        int front = await PagesAsync(open.Page);

        Assert.InRange(front, 1, 4);
        Assert.True(all > front);
        await using OpenPage other = await report.OpenAsync(PaperWidth);
        await other.Page.EmulateMediaAsync(new PageEmulateMediaOptions { Media = Media.Print });
        Assert.Equal(
            "page",
            await other.Page.Locator("#appendix").EvaluateAsync<string>("part => getComputedStyle(part).breakBefore"));
    }

    [BrowserTheory]
    [InlineData(768)]
    [InlineData(1280)]
    public async Task The_answer_and_the_picture_of_memory_are_above_the_fold(int width)
    {
        const int Fold = 800;
        await using OpenPage open = await report.OpenAsync(width);

        Assert.InRange((await open.Page.Locator("h1").BoundingBoxAsync())!.Y, 0, Fold / 2);
        LocatorBoundingBoxResult picture = (await open.Page.Locator(".anatomy svg").First.BoundingBoxAsync())!;
        Assert.InRange(picture.Y + picture.Height, 0, Fold);
    }

    private static async Task<int> PagesAsync(IPage page)
    {
        byte[] document = await page.PdfAsync(new PagePdfOptions { PreferCSSPageSize = true, PrintBackground = true });
        return AnyPage.Count(Encoding.Latin1.GetString(document));
    }

    [GeneratedRegex("/Type */Page[^s]", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex AnyPage { get; }

    // Excludes the stroke, which is equally wide for short and long bars.
    private static Task<double> WidthAsync(ILocator bar) =>
        bar.EvaluateAsync<double>("bar => bar.querySelector('rect').getBBox().width");
}
