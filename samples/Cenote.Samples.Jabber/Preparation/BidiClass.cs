namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The bidirectional classes of Unicode that identifiers can have.</summary>
internal enum BidiClass : byte
{
    /// <summary>L: left-to-right, such as Latin.</summary>
    Left,

    /// <summary>R and AL, which the rule treats alike: right-to-left, such as Hebrew and Arabic.</summary>
    Right,

    /// <summary>EN: European and Persian digits.</summary>
    EuropeanNumber,

    /// <summary>AN: Arabic digits.</summary>
    ArabicNumber,

    /// <summary>NSM: marks, which combine with the preceding character.</summary>
    Mark,

    /// <summary>ES, CS, ET, ON and BN, which the rule treats alike: signs without a direction.</summary>
    Neutral,
}
