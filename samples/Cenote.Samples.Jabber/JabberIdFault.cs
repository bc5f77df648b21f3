namespace Cenote.Samples.Jabber;

/// <summary>The reason why a string is not a valid address, and the part at fault.</summary>
/// <param name="Part">The part at fault.</param>
/// <param name="Reason">The reason.</param>
/// <param name="CodePoint">The Unicode code point of the character at fault; 0 if there is none.</param>
public readonly record struct JabberIdFault(JabberIdPart Part, JabberIdReason Reason, int CodePoint = 0)
{
    /// <summary>A sentence for a log or an error stanza. It names characters by code point and never repeats the text.</summary>
    public string Message => Reason switch
    {
        JabberIdReason.None => "The address is valid.",
        JabberIdReason.Empty => $"{Subject} is empty.",
        JabberIdReason.TooLong => $"{Subject} has more than 1,023 bytes.",
        JabberIdReason.NotUnicode => $"{Subject} is not well-formed Unicode.",
        JabberIdReason.ForbiddenCharacter => $"{Subject} must not contain the character U+{CodePoint:X4}.",
        JabberIdReason.UnassignedCharacter => $"{Subject} contains the unassigned character U+{CodePoint:X4}.",
        JabberIdReason.MisplacedCharacter => $"{Subject} must not contain the character U+{CodePoint:X4} at this position.",
        JabberIdReason.MixedDirections => $"{Subject} mixes left-to-right and right-to-left text.",
        JabberIdReason.MalformedLabel => $"{Subject} has a malformed label.",
        JabberIdReason.LabelTooLong => $"{Subject} has a label of more than 63 bytes.",
        JabberIdReason.MalformedEncoding => $"{Subject} has a label with a malformed encoding.",
        JabberIdReason.MalformedIPAddress => $"{Subject} is not a valid IPv6 address.",
        JabberIdReason.NoNormalization =>
            $"{Subject} needs Unicode normalization, which this process lacks: it runs with invariant globalization.",
        _ => $"{Subject} is invalid.",
    };

    private string Subject => Part == JabberIdPart.Address ? "The address" : $"The {Part.ToString().ToLowerInvariant()}";
}
