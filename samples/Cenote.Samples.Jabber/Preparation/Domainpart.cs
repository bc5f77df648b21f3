using System.Buffers;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>
/// A domain (RFC 7622, section 3.2): an IP address, or IDNA 2008 labels in Unicode, case-folded, width-mapped, in normalization
/// form C, and without a trailing dot.
/// </summary>
internal static class Domainpart
{
    private static readonly SearchValues<char> s_addressCharacters = SearchValues.Create("0123456789abcdefABCDEF:.");

    public static bool IsPrepared(ReadOnlySpan<char> text) => IsPreparedAscii(text);

    public static bool IsPrepared(ReadOnlySpan<byte> utf8) => IsPreparedAscii(utf8);

    public static JabberIdFault Prepare(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        if (text[0] == '[')
        {
            return PrepareAddress(text, destination, out written);
        }

        if (!Mapping.CanNormalize && !Ascii.IsValid(text))
        {
            return Part.Fault(JabberIdReason.NoNormalization);
        }

        Span<char> mapped = stackalloc char[TextBuffer.Capacity];
        JabberIdFault fault = Map(text, mapped, out int length);
        if (fault.Reason != JabberIdReason.None)
        {
            return fault;
        }

        ReadOnlySpan<char> name = mapped[..length];
        name = name is [.., '.'] ? name[..^1] : name;
        if (name.IsEmpty)
        {
            return Part.Fault(JabberIdReason.Empty);
        }

        var labels = new TextBuffer(destination);
        foreach (Range range in name.Split('.'))
        {
            fault = DomainLabel.Append(ref labels, name[range]);
            if (fault.Reason != JabberIdReason.None)
            {
                return fault;
            }
        }

        if (labels.IsOverfull)
        {
            return Part.Fault(JabberIdReason.TooLong);
        }

        written = labels.Text.Length;
        return IsReadable(labels.Text) ? default : Part.Fault(JabberIdReason.MixedDirections);
    }

    // Two hyphens in a row are left to the slow path, which checks them.
    private static bool IsPreparedAscii<T>(ReadOnlySpan<T> text)
        where T : unmanaged
    {
        uint last = '.';
        int length = 0;
        foreach (T unit in text)
        {
            uint current = TextUnit.Value(unit);
            if (current is '.' or '-')
            {
                if (last is '.' or '-')
                {
                    return false;
                }

                // The next iteration checks that no label ends with a hyphen.
                length = current == '.' ? 0 : length + 1;
            }
            else
            {
                if (current - 'a' > 'z' - 'a' && current - '0' > '9' - '0')
                {
                    return false;
                }

                length++;
            }

            if (length > DomainLabel.MaximumLength)
            {
                return false;
            }

            last = current;
        }

        return last is not ('.' or '-') && text.Length <= Part.MaximumLength;
    }

    private static JabberIdFault Map(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        var folded = new TextBuffer(stackalloc char[TextBuffer.Capacity]);
        while (!text.IsEmpty && !folded.IsOverfull)
        {
            if (Rune.DecodeFromUtf16(text, out Rune rune, out int length) != OperationStatus.Done)
            {
                return Part.Fault(JabberIdReason.NotUnicode);
            }

            text = text[length..];
            rune = Mapping.MapWidth(rune);
            if (PrecisTable.IsNonCharacter(rune.Value))
            {
                return Part.Fault(JabberIdReason.ForbiddenCharacter, rune.Value);
            }

            // The ideographic full stop ends a label, too; its half-width form was mapped before.
            Mapping.AppendFolded(ref folded, rune.Value == '\u3002' ? new Rune('.') : rune);
        }

        return folded.IsOverfull || !Mapping.TryNormalize(folded.Text, destination, out written)
            ? Part.Fault(JabberIdReason.TooLong)
            : default;
    }

    // RFC 5893: one right-to-left label subjects every label of the name to the rule.
    private static bool IsReadable(ReadOnlySpan<char> name)
    {
        if (!BidiRule.IsNeeded(name))
        {
            return true;
        }

        foreach (Range range in name.Split('.'))
        {
            if (!BidiRule.Allows(name[range]))
            {
                return false;
            }
        }

        return true;
    }

    // Written according to RFC 5952, so that each address has a single form. Zones mean nothing on other machines and are
    // rejected.
    private static JabberIdFault PrepareAddress(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        ReadOnlySpan<char> inner = text is ['[', .., ']'] ? text[1..^1] : default;
        bool isAddress = !inner.ContainsAnyExcept(s_addressCharacters)
            && IPAddress.TryParse(inner, out IPAddress? address)
            && address.AddressFamily == AddressFamily.InterNetworkV6
            && destination.TryWrite($"[{address}]", out written);
        return isAddress ? default : Part.Fault(JabberIdReason.MalformedIPAddress);
    }
}
