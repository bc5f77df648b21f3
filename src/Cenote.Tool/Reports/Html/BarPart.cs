namespace Cenote.Tool.Reports.Html;

/// <summary>A part of a bar.</summary>
/// <param name="Fill">
/// How it is filled: <see cref="Managed"/> or <see cref="Cenote"/>, which differ by more than their colour.
/// </param>
/// <param name="Value">How long it is, in the unit of the chart.</param>
internal readonly record struct BarPart(string Fill, double Value)
{
    /// <summary>Hatched: what .NET has, and what lies on the managed heap.</summary>
    public const string Managed = "managed";

    /// <summary>Solid: what Cenote has, and what lies in native memory.</summary>
    public const string Cenote = "cenote";
}
