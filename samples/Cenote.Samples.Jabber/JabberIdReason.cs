namespace Cenote.Samples.Jabber;

/// <summary>The reason why a string is not a valid address.</summary>
public enum JabberIdReason
{
    /// <summary>The address is valid.</summary>
    None,

    /// <summary>A required part is empty.</summary>
    Empty,

    /// <summary>A prepared part takes more than 1,023 bytes of UTF-8.</summary>
    TooLong,

    /// <summary>The text is not well-formed UTF-8 or UTF-16.</summary>
    NotUnicode,

    /// <summary>A character that is not allowed anywhere in the part.</summary>
    ForbiddenCharacter,

    /// <summary>A character that is unassigned in the runtime's version of Unicode.</summary>
    UnassignedCharacter,

    /// <summary>A character that is allowed only between certain others, such as the Catalan middle dot.</summary>
    MisplacedCharacter,

    /// <summary>
    /// The part breaks the Bidi rule of RFC 5893, for example by mixing left-to-right and right-to-left letters.
    /// </summary>
    MixedDirections,

    /// <summary>
    /// A label of the domain is empty, begins or ends with a hyphen, has two hyphens in the reserved position, or begins with a
    /// combining mark.
    /// </summary>
    MalformedLabel,

    /// <summary>A label of the domain takes more than 63 bytes in the DNS.</summary>
    LabelTooLong,

    /// <summary>A label that begins with <c>xn--</c> but does not encode a valid label.</summary>
    MalformedEncoding,

    /// <summary>Brackets that do not enclose an IPv6 address.</summary>
    MalformedIPAddress,

    /// <summary>
    /// The part needs Unicode normalization, which is missing in invariant globalization mode: there,
    /// <see cref="string.Normalize()"/> returns every string unchanged.
    /// </summary>
    NoNormalization,
}
