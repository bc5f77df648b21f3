namespace Cenote.Tool.Advising;

/// <summary>The conclusion of a rule.</summary>
internal enum Conclusion
{
    /// <summary>Use the recommended contender: it is better beyond the noise in the quantity that the topic is about.</summary>
    Use,

    /// <summary>Use the recommended contender to save memory: it takes notably less, and is no slower.</summary>
    UseForMemory,

    /// <summary>Keep the baseline, which wins.</summary>
    Stay,

    /// <summary>The gain costs time, so nothing is recommended; some programs may still prefer it.</summary>
    CostsTime,

    /// <summary>The contender is better in one respect and worse in another, so the choice depends on use.</summary>
    Depends,

    /// <summary>The difference is within the noise: another run may show the opposite.</summary>
    TooCloseToCall,

    /// <summary>The gain is too small to be worth a change.</summary>
    NotWorthIt,

    /// <summary>There was too little to measure.</summary>
    NotMeasured,
}
