namespace Cenote.Tool.Comparing;

/// <summary>The change of a figure from one run to the other.</summary>
internal enum Outcome
{
    /// <summary>The difference is within the noise, or too small to report.</summary>
    Unchanged,

    /// <summary>The figure is lower beyond the noise; lower is better for all quantities.</summary>
    Better,

    /// <summary>The figure is higher beyond the noise.</summary>
    Worse,
}
