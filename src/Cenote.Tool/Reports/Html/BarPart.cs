namespace Cenote.Tool.Reports.Html;

/// <summary>A part of a bar.</summary>
/// <param name="Fill">
/// The fill: one of the constants below. The fills of adjacent parts differ by more than colour.
/// </param>
/// <param name="Value">Its length, in the unit of the chart.</param>
internal readonly record struct BarPart(string Fill, double Value)
{
    /// <summary>Hatched: contenders of .NET, and managed memory.</summary>
    public const string Managed = "managed";

    /// <summary>Solid: contenders of Cenote, and native memory.</summary>
    public const string Cenote = "cenote";

    /// <summary>Solid: text.</summary>
    public const string Text = "part-text";

    /// <summary>Grey: headers of strings.</summary>
    public const string Headers = "part-headers";

    /// <summary>Hatched: duplicates.</summary>
    public const string Duplicates = "part-duplicates";

    /// <summary>Dark: references, handles and tables.</summary>
    public const string Index = "part-index";

    /// <summary>An outline: unused space, or cached arrays.</summary>
    public const string Slack = "part-slack";
}
