namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The derived property of a code point (RFC 8264).</summary>
internal enum PrecisProperty : byte
{
    /// <summary>PVALID: allowed everywhere.</summary>
    Valid,

    /// <summary>FREE_PVAL: allowed in free text, not in identifiers.</summary>
    ValidInFreeText,

    /// <summary>CONTEXTJ and CONTEXTO: allowed where the rules of RFC 5892, appendix A, permit.</summary>
    Contextual,

    /// <summary>UNASSIGNED: not yet defined.</summary>
    Unassigned,

    /// <summary>DISALLOWED.</summary>
    Disallowed,
}
