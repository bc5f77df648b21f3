namespace Cenote.Tool.Reports;

/// <summary>
/// The colours of the terminal, by their names in Spectre.Console's markup. No theme changes how these look, and they can
/// be read on white and on black: no colour has a contrast of more than 4.6 with both, and text of these has 4.4 at least.
/// </summary>
internal static class Tints
{
    /// <summary>What is faster, or better.</summary>
    public const string Good = "green4";

    /// <summary>What is slower, or worse.</summary>
    public const string Bad = "indianred";

    /// <summary>What is too close to call, and caveats.</summary>
    public const string Unsure = "darkorange3";

    /// <summary>What matters less than the rest.</summary>
    public const string Quiet = "grey46";

    /// <summary>Bars of what is neither good nor bad.</summary>
    public const string Neutral = "deepskyblue3";
}
