using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>Prepares a part by the rules of its kind.</summary>
internal static class Part
{
    /// <summary>Maximum length of a prepared part, in bytes of UTF-8 and so also in chars.</summary>
    public const int MaximumLength = 1_023;

    /// <summary>Whether a part is ASCII and already prepared; false for all non-ASCII text.</summary>
    public static bool IsPrepared(JabberIdPart part, ReadOnlySpan<char> text) => part switch
    {
        JabberIdPart.Localpart => Localpart.IsPrepared(text),
        JabberIdPart.Domainpart => Domainpart.IsPrepared(text),
        _ => Resourcepart.IsPrepared(text),
    };

    /// <inheritdoc cref="IsPrepared(JabberIdPart, ReadOnlySpan{char})"/>
    public static bool IsPrepared(JabberIdPart part, ReadOnlySpan<byte> utf8) => part switch
    {
        JabberIdPart.Localpart => Localpart.IsPrepared(utf8),
        JabberIdPart.Domainpart => Domainpart.IsPrepared(utf8),
        _ => Resourcepart.IsPrepared(utf8),
    };

    /// <summary>Prepares a part.</summary>
    /// <param name="part">The kind of part.</param>
    /// <param name="text">The text, which is not empty.</param>
    /// <param name="destination">Space for <see cref="MaximumLength"/> chars.</param>
    /// <param name="written">The length of the prepared part; 0 if there is a fault.</param>
    public static JabberIdFault Prepare(JabberIdPart part, ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        JabberIdFault fault = part switch
        {
            _ when text.Length > TextBuffer.Capacity => Fault(JabberIdReason.TooLong),
            JabberIdPart.Localpart => Localpart.Prepare(text, destination, out written),
            JabberIdPart.Domainpart => Domainpart.Prepare(text, destination, out written),
            _ => Resourcepart.Prepare(text, destination, out written),
        };
        if (fault.Reason == JabberIdReason.None && Encoding.UTF8.GetByteCount(destination[..written]) > MaximumLength)
        {
            fault = Fault(JabberIdReason.TooLong);
        }

        if (fault.Reason == JabberIdReason.None)
        {
            return default;
        }

        written = 0;
        return fault with { Part = part };
    }

    /// <summary>Finds the first character whose position breaks the contextual rules.</summary>
    public static JabberIdFault CheckContexts(ReadOnlySpan<char> text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            // Contextual characters are in the basic multilingual plane, and none is ASCII.
            bool isContextual = text[i] >= 0x80
                && !char.IsSurrogate(text[i])
                && PrecisTable.Of(text[i]) == PrecisProperty.Contextual;
            if (isContextual && !ContextRules.Allow(text, i))
            {
                return Fault(JabberIdReason.MisplacedCharacter, text[i]);
            }
        }

        return default;
    }

    /// <summary>Creates a fault without its part, which the caller sets.</summary>
    public static JabberIdFault Fault(JabberIdReason reason, int codePoint = 0) => new(JabberIdPart.Address, reason, codePoint);
}
