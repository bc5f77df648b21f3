namespace Cenote.Tool.Advising;

/// <summary>What a rule concludes.</summary>
internal enum Conclusion
{
    /// <summary>Use what is recommended: it is better at what the topic is about, beyond the noise.</summary>
    Use,

    /// <summary>Use what is recommended for its memory: it takes notably less, and is no slower.</summary>
    UseForMemory,

    /// <summary>Stay with what a program has today: it wins.</summary>
    Stay,

    /// <summary>It costs time, so nothing is recommended; what it gains may still be worth that to somebody.</summary>
    CostsTime,

    /// <summary>It is faster at one thing and slower at another, so it depends on what is done.</summary>
    Depends,

    /// <summary>The noise explains the difference: another run may well show the opposite.</summary>
    TooCloseToCall,

    /// <summary>It gains nothing worth a word.</summary>
    NotWorthIt,

    /// <summary>There was nothing to measure it with.</summary>
    NotMeasured,
}
