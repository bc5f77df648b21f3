namespace Cenote.Tool.Reports.Html;

/// <summary>The legend of the fills and lines of charts.</summary>
internal static class Legend
{
    /// <summary>A sample of a fill and its meaning.</summary>
    public static Fragment Entry(string fill, string meaning) => Fragment.Of(
        $"""<span class="key"><svg aria-hidden="true" width="18" height="12"><rect class="{fill}" x="0.5" y="0.5" """
        + $"""width="17" height="11"/></svg> {meaning}</span>""");

    /// <summary>The key to the charts of times.</summary>
    public static Fragment OfContenders() => Fragment.Of(
        $"""
        <p class="legend">{Entry(BarPart.Cenote, "Cenote")} {Entry(BarPart.Managed, ".NET")} <span class="key"><svg aria-hidden="true" width="22" height="12"><g class="whisker"><line x1="2" x2="20" y1="6" y2="6"/><line x1="2" x2="2" y1="2" y2="10"/><line x1="20" x2="20" y1="2" y2="10"/></g></svg> 95 % interval of the ratio</span> <span class="key"><svg aria-hidden="true" width="22" height="12"><g class="dots"><circle cx="4" cy="6" r="2.5"/><circle cx="11" cy="6" r="2.5"/><circle cx="18" cy="6" r="2.5"/></g></svg> one process each</span> <span class="key"><span class="mark">✓</span> recommended</span></p>

        """);

    /// <summary>The hatching, which every chart of the page refers to.</summary>
    public static Fragment Patterns() => Fragment.Of(
        $"""
        <svg class="patterns" aria-hidden="true" width="0" height="0"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><line class="hatch-line" x1="0" x2="0" y1="0" y2="6"/></pattern></defs></svg>

        """);
}
