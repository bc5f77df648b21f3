namespace Cenote.Samples.Jabber;

/// <summary>Why a text is no address.</summary>
public enum JabberIdReason
{
    /// <summary>It is one.</summary>
    None,

    /// <summary>There is nothing where something must be.</summary>
    Empty,

    /// <summary>A part has more than 1,023 bytes of UTF-8 when it is prepared.</summary>
    TooLong,

    /// <summary>The text is not well-formed UTF-8 or UTF-16.</summary>
    NotUnicode,

    /// <summary>A character that the part must not have anywhere.</summary>
    ForbiddenCharacter,

    /// <summary>A character that the runtime's version of Unicode does not know.</summary>
    UnassignedCharacter,

    /// <summary>A character that is allowed between certain others only, such as the middle dot of Catalan.</summary>
    MisplacedCharacter,

    /// <summary>Characters written to the right and to the left are mixed in a way that shows one text as another.</summary>
    MixedDirections,

    /// <summary>
    /// A label of the domain has no character, begins or ends with a hyphen, has two of them in a reserved place, or begins with
    /// a combining mark.
    /// </summary>
    MalformedLabel,

    /// <summary>A label of the domain has more than 63 bytes as the DNS sees it.</summary>
    LabelTooLong,

    /// <summary>A label that begins with <c>xn--</c> and is not the encoding of a valid one.</summary>
    MalformedEncoding,

    /// <summary>Brackets that do not hold an IPv6 address.</summary>
    MalformedIPAddress,

    /// <summary>
    /// The part needs Unicode normalization, and the runtime has none: it runs in invariant globalization mode, in which
    /// <see cref="string.Normalize()"/> hands back every text unchanged.
    /// </summary>
    NoNormalization,
}
