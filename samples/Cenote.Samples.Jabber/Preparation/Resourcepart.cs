using System.Buffers;
using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The profile OpaqueString of RFC 8265, section 4.2.</summary>
internal static class Resourcepart
{
    private static readonly AsciiSet s_prepared = new(string.Concat(Enumerable.Range(' ', '~' - ' ' + 1).Select(c => (char)c)));

    public static bool IsPrepared(ReadOnlySpan<char> text) =>
        text.Length <= Part.MaximumLength && s_prepared.IndexOfOther(text) < 0;

    public static bool IsPrepared(ReadOnlySpan<byte> utf8) =>
        utf8.Length <= Part.MaximumLength && s_prepared.IndexOfOther(utf8) < 0;

    public static JabberIdFault Prepare(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        if (!Mapping.CanNormalize && !Ascii.IsValid(text))
        {
            return Part.Fault(JabberIdReason.NoNormalization);
        }

        var mapped = new TextBuffer(stackalloc char[TextBuffer.Capacity]);
        while (!text.IsEmpty && !mapped.IsOverfull)
        {
            if (Rune.DecodeFromUtf16(text, out Rune rune, out int length) != OperationStatus.Done)
            {
                return Part.Fault(JabberIdReason.NotUnicode);
            }

            text = text[length..];
            PrecisProperty property = PrecisTable.Of(rune.Value);
            if (property is PrecisProperty.Disallowed or PrecisProperty.Unassigned)
            {
                JabberIdReason reason = property == PrecisProperty.Unassigned
                    ? JabberIdReason.UnassignedCharacter
                    : JabberIdReason.ForbiddenCharacter;
                return Part.Fault(reason, rune.Value);
            }

            bool isSpace = Rune.GetUnicodeCategory(rune) == UnicodeCategory.SpaceSeparator;
            mapped.Append(isSpace ? new Rune(' ') : rune);
        }

        return mapped.IsOverfull || !Mapping.TryNormalize(mapped.Text, destination, out written)
            ? Part.Fault(JabberIdReason.TooLong)
            : Part.CheckContexts(destination[..written]);
    }
}
