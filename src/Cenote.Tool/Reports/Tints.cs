namespace Cenote.Tool.Reports;

/// <summary>
/// The colours of the terminal, by their names in Spectre.Console's markup. Terminal themes do not change these colours, and they
/// are readable on white and on black: no colour can have a contrast above 4.6 with both, and these have at least 4.4.
/// </summary>
internal static class Tints
{
    /// <summary>For faster or better figures.</summary>
    public const string Good = "green4";

    /// <summary>For slower or worse figures.</summary>
    public const string Bad = "indianred";

    /// <summary>For figures too close to call, and caveats.</summary>
    public const string Unsure = "darkorange3";

    /// <summary>For less important text.</summary>
    public const string Quiet = "grey46";

    /// <summary>For bars that are neither good nor bad.</summary>
    public const string Neutral = "deepskyblue3";
}
