using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>
/// A label of a domain name (RFC 5891): letters, digits and hyphens, or a U-label; A-labels are converted to U-labels.
/// </summary>
internal static class DomainLabel
{
    /// <summary>Maximum length of a label in the DNS, in bytes of ASCII.</summary>
    public const int MaximumLength = 63;

    private const string EncodedPrefix = "xn--";

    private static readonly AsciiSet s_ascii = new("abcdefghijklmnopqrstuvwxyz0123456789-");

    // The mapping allows unassigned characters, because CheckUnicode rejects them by the runtime's data, whose Unicode version
    // may differ from the mapping's.
    private static readonly IdnMapping s_mapping = new() { UseStd3AsciiRules = true, AllowUnassigned = true };

    /// <summary>Checks a label and appends it to a name, in Unicode; all labels but the first follow a dot.</summary>
    /// <param name="name">The name so far.</param>
    /// <param name="label">The label, mapped and normalized.</param>
    public static JabberIdFault Append(ref TextBuffer name, scoped ReadOnlySpan<char> label)
    {
        if (!name.Text.IsEmpty)
        {
            name.Append(new Rune('.'));
        }

        if (label.StartsWith(EncodedPrefix, StringComparison.Ordinal))
        {
            if (!TryDecode(label, out string decoded))
            {
                return Part.Fault(JabberIdReason.MalformedEncoding);
            }

            name.Append(decoded);
            return CheckUnicode(decoded);
        }

        name.Append(label);
        if (Ascii.IsValid(label))
        {
            JabberIdFault fault = CheckAscii(label);
            return fault.Reason == JabberIdReason.None && label.Length > MaximumLength
                ? Part.Fault(JabberIdReason.LabelTooLong)
                : fault;
        }

        JabberIdFault found = CheckUnicode(label);
        return found.Reason == JabberIdReason.None && !TryEncode(label.ToString(), out _)
            ? Part.Fault(JabberIdReason.LabelTooLong)
            : found;
    }

    private static JabberIdFault CheckAscii(ReadOnlySpan<char> label)
    {
        int bad = s_ascii.IndexOfOther(label);
        if (bad >= 0)
        {
            return Part.Fault(JabberIdReason.ForbiddenCharacter, label[bad]);
        }

        return HasHyphensInOrder(label) ? default : Part.Fault(JabberIdReason.MalformedLabel);
    }

    private static JabberIdFault CheckUnicode(ReadOnlySpan<char> label)
    {
        foreach (Rune rune in label.EnumerateRunes())
        {
            PrecisProperty property = PrecisTable.Of(rune.Value);
            bool isAllowed = rune.IsAscii
                ? s_ascii.IndexOfOther([(char)rune.Value]) < 0
                : property is PrecisProperty.Valid or PrecisProperty.Contextual
                    && !UnicodeRanges.Contains(UnicodeRanges.Unfoldable, rune.Value)
                    && !UnicodeRanges.Contains(UnicodeRanges.IgnorableBlocks, rune.Value);
            if (!isAllowed)
            {
                JabberIdReason reason = property == PrecisProperty.Unassigned
                    ? JabberIdReason.UnassignedCharacter
                    : JabberIdReason.ForbiddenCharacter;
                return Part.Fault(reason, rune.Value);
            }
        }

        Rune.DecodeFromUtf16(label, out Rune first, out _);
        return Mapping.IsMark(first) || !HasHyphensInOrder(label)
            ? Part.Fault(JabberIdReason.MalformedLabel)
            : Part.CheckContexts(label);
    }

    private static bool HasHyphensInOrder(ReadOnlySpan<char> label) =>
        label is not ([] or ['-', ..] or [.., '-'] or [_, _, '-', '-', ..]);

    private static bool TryDecode(ReadOnlySpan<char> label, out string decoded)
    {
        decoded = string.Empty;
        if (!Mapping.CanNormalize || s_ascii.IndexOfOther(label) >= 0 || label.Length > MaximumLength)
        {
            return false;
        }

        try
        {
            decoded = s_mapping.GetUnicode(label.ToString());
        }
        catch (ArgumentException)
        {
            return false;
        }

        // Rejects encodings of ASCII labels and encodings that decoding and encoding again would change.
        return !Ascii.IsValid(decoded) && TryEncode(decoded, out string encoded) && label.SequenceEqual(encoded);
    }

    private static bool TryEncode(string label, out string encoded)
    {
        try
        {
            encoded = s_mapping.GetAscii(label);
            return encoded.Length <= MaximumLength;
        }
        catch (ArgumentException)
        {
            encoded = string.Empty;
            return false;
        }
    }
}
