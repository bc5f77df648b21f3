namespace Cenote.Tool.Reports;

/// <summary>
/// The colours of the terminal, as Spectre.Console's markup names them. They are of those whose look no theme changes, and can
/// be read on white and on black: no colour has a contrast of more than 4.6 with both, and text of these has 4.4 at least.
/// </summary>
internal static class Tints
{
    /// <summary>What is faster, or better.</summary>
    public const string Good = "green4";

    /// <summary>What is slower, or worse.</summary>
    public const string Bad = "indianred";

    /// <summary>What is too close to call, or has to be known before figures are read.</summary>
    public const string Unsure = "darkorange3";

    /// <summary>What matters less than the rest.</summary>
    public const string Quiet = "grey46";

    /// <summary>Bars of what is neither good nor bad.</summary>
    public const string Neutral = "deepskyblue3";
}
