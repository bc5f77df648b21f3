namespace Cenote.Tool.Reports.Html;

/// <summary>A part of a bar.</summary>
/// <param name="Fill">
/// How it is filled: one of the constants, which differ by more than their colour where they stand side by side.
/// </param>
/// <param name="Value">How long it is, in the unit of the chart.</param>
internal readonly record struct BarPart(string Fill, double Value)
{
    /// <summary>Hatched: what .NET has, and what lies on the managed heap.</summary>
    public const string Managed = "managed";

    /// <summary>Solid: what Cenote has, and what lies in native memory.</summary>
    public const string Cenote = "cenote";

    /// <summary>Solid: text.</summary>
    public const string Text = "part-text";

    /// <summary>Grey: what stands in front of texts.</summary>
    public const string Headers = "part-headers";

    /// <summary>Hatched: what is there more than once.</summary>
    public const string Duplicates = "part-duplicates";

    /// <summary>Dark: what leads to texts.</summary>
    public const string Index = "part-index";

    /// <summary>An outline: nothing.</summary>
    public const string Slack = "part-slack";
}
