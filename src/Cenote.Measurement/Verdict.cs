namespace Cenote.Measurement;

/// <summary>The verdict of a comparison on a rival's time against the baseline.</summary>
public enum Verdict
{
    /// <summary>The rival is the baseline.</summary>
    Baseline,

    /// <summary>The rival takes less time than the baseline, beyond the noise.</summary>
    Faster,

    /// <summary>The rival takes more time than the baseline, beyond the noise.</summary>
    Slower,

    /// <summary>Too close to call: the confidence interval contains 1, or the difference is smaller than the minimum that
    /// counts.</summary>
    TooCloseToCall,
}
