namespace Cenote.Measurement;

/// <summary>What a comparison allows to be said about a rival's time against the baseline's.</summary>
public enum Verdict
{
    /// <summary>It is the baseline.</summary>
    Baseline,

    /// <summary>It takes less time than the baseline, beyond the noise.</summary>
    Faster,

    /// <summary>It takes more time than the baseline, beyond the noise.</summary>
    Slower,

    /// <summary>The rounds disagree, or the difference is too small to stand out from the noise.</summary>
    TooCloseToCall,
}
