namespace Cenote.Tool.Advising;

/// <summary>What a rule concludes.</summary>
internal enum Conclusion
{
    /// <summary>Use what is recommended: it is better at what the topic is about, beyond the noise.</summary>
    Use,

    /// <summary>Use what is recommended for its memory: it takes notably less, and is no slower.</summary>
    UseForMemory,

    /// <summary>Stay with the baseline, which wins.</summary>
    Stay,

    /// <summary>The gain costs time, so nothing is recommended; some programs may still prefer it.</summary>
    CostsTime,

    /// <summary>It is faster at one thing and slower at another, so it depends on use.</summary>
    Depends,

    /// <summary>The difference is within the noise: another run may show the opposite.</summary>
    TooCloseToCall,

    /// <summary>It gains too little to be worth a change.</summary>
    NotWorthIt,

    /// <summary>There was too little to measure.</summary>
    NotMeasured,
}
