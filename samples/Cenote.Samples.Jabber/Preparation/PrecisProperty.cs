namespace Cenote.Samples.Jabber.Preparation;

/// <summary>What the rules of RFC 8264 say of a code point.</summary>
internal enum PrecisProperty : byte
{
    /// <summary>PVALID: allowed everywhere.</summary>
    Valid,

    /// <summary>FREE_PVAL: allowed in free text, not in identifiers.</summary>
    ValidInFreeText,

    /// <summary>CONTEXTJ and CONTEXTO: allowed where the rules of RFC 5892, appendix A, say so.</summary>
    Contextual,

    /// <summary>UNASSIGNED: nobody can say yet.</summary>
    Unassigned,

    /// <summary>DISALLOWED.</summary>
    Disallowed,
}
