namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The bidirectional classes of Unicode that identifiers can have.</summary>
internal enum BidiClass : byte
{
    /// <summary>L: written to the right, as Latin is.</summary>
    Left,

    /// <summary>R and AL, which the rule never tells apart: written to the left, as Hebrew and Arabic are.</summary>
    Right,

    /// <summary>EN: digits of Europe and of Persia.</summary>
    EuropeanNumber,

    /// <summary>AN: digits of Arabic.</summary>
    ArabicNumber,

    /// <summary>NSM: marks, which go with the character before them.</summary>
    Mark,

    /// <summary>ES, CS, ET, ON and BN, which the rule treats alike: signs without a direction.</summary>
    Neutral,
}
