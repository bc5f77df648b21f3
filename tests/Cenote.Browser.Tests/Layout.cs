using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>Checks of the layout of every page.</summary>
internal static class Layout
{
    /// <summary>Fails if the page or an element extends beyond the right edge of the window. Hidden elements, and elements in
    /// charts, code blocks and scrolling elements, are exempt.</summary>
    public static async Task AssertFitsAsync(IPage page, int width)
    {
        Assert.InRange(await page.EvaluateAsync<int>("document.documentElement.scrollWidth"), 0, width);
        Assert.Empty(await page.EvaluateAsync<string[]>(
            """
            [...document.querySelectorAll("main *:not(.unseen)")]
              .filter(element => !element.closest(".scroll, pre, svg") && element.getBoundingClientRect().right > innerWidth)
              .map(element => element.outerHTML.slice(0, 100))
            """));
    }

    /// <summary>Fails if a label of a chart or of a list of bars is cut or overlaps another label.</summary>
    public static async Task AssertLabelsMeetNoOtherAsync(IPage page) =>
        Assert.Empty(await page.EvaluateAsync<string[]>(
            """
            [...document.querySelectorAll(".chart > svg, .bars > ul")].flatMap(chart => {
              const frame = chart.getBoundingClientRect();
              const texts = [...chart.querySelectorAll("text, span")]
                .map(text => ({ name: text.textContent, box: text.getBoundingClientRect() }))
                .filter(text => text.box.width > 0);
              const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom - 3 && other.top < one.bottom - 3;
              return texts.flatMap((text, i) => [
                ...(text.box.left < frame.left - 1 || text.box.right > frame.right + 1 ? [`${text.name} is cut`] : []),
                ...texts.slice(i + 1).filter(other => meets(text.box, other.box)).map(other => `${text.name} meets ${other.name}`),
              ]);
            })
            """));

    /// <summary>Fails if an axe-core rule is violated. The dark scheme differs only in colours, so only its
    /// contrast is checked.</summary>
    public static async Task AssertAccessibleAsync(IPage page, ColorScheme scheme)
    {
        // Reports one passing element per rule: describing all elements would take longer than checking them.
        AxeResult result = await page.RunAxe(new AxeRunOptions
        {
            ResultTypes = [ResultType.Violations],
            RunOnly = scheme == ColorScheme.Dark ? RunOnlyOptions.Rules("color-contrast") : null,
        });

        Assert.NotEmpty(result.Passes);
        Assert.Empty(result.Violations.SelectMany(violation => violation.Nodes.Select(node => $"{violation.Id}: {node.Html}")));
    }
}
