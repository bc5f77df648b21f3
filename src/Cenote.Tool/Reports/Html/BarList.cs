namespace Cenote.Tool.Reports.Html;

/// <summary>
/// Bars below names of any length. Long names wrap, where a <see cref="BarChart"/> would draw them over its values.
/// </summary>
internal static class BarList
{
    private const int BarHeight = 12;
    private const double FullWidth = 100;

    /// <summary>Draws the bars; the longest takes the whole width.</summary>
    /// <param name="caption">The text above the bars.</param>
    /// <param name="bars">The bars, from top to bottom; at least one.</param>
    public static Fragment Draw(Fragment caption, IReadOnlyList<Bar> bars)
    {
        double longest = bars.Max(bar => bar.Value);
        Debug.Assert(longest > 0);
        return Fragment.Of(
            $"""
            <figure class="bars">
            <figcaption>{caption}</figcaption>
            <ul>
            {bars.Select(bar => Row(bar, longest / FullWidth))}
            </ul>
            </figure>

            """);
    }

    private static Fragment Row(Bar bar, double scale) => Fragment.Of(
        $"""
        <li data-value="{bar.Value}"><span class="name">{Breakable.Of(bar.Name)}</span> <span class="value">{bar.Label}</span><svg aria-hidden="true" width="100%" height="{BarHeight}">{bar.Rectangles(scale, 0, BarHeight)}</svg></li>

        """);
}
