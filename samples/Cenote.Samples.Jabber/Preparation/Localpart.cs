using System.Buffers;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>
/// The profile UsernameCaseMapped of RFC 8265, section 3.3, without the characters that RFC 7622, section 3.3.1, excludes.
/// </summary>
internal static class Localpart
{
    private const string Signs = "!#$%()*+,-.0123456789;=?[\\]^_`{|}~";
    private const string Small = "abcdefghijklmnopqrstuvwxyz";
    private const string Capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private static readonly AsciiSet s_prepared = new(Signs + Small);
    private static readonly AsciiSet s_allowed = new(Signs + Small + Capital);

    public static bool IsPrepared(ReadOnlySpan<char> text) =>
        text.Length <= Part.MaximumLength && s_prepared.IndexOfOther(text) < 0;

    public static bool IsPrepared(ReadOnlySpan<byte> utf8) =>
        utf8.Length <= Part.MaximumLength && s_prepared.IndexOfOther(utf8) < 0;

    public static JabberIdFault Prepare(ReadOnlySpan<char> text, Span<char> destination, out int written) =>
        Ascii.IsValid(text) ? PrepareAscii(text, destination, out written) : PrepareUnicode(text, destination, out written);

    private static JabberIdFault PrepareAscii(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        int bad = s_allowed.IndexOfOther(text);
        if (bad >= 0)
        {
            return Part.Fault(JabberIdReason.ForbiddenCharacter, text[bad]);
        }

        return Ascii.ToLower(text, destination, out written) == OperationStatus.Done
            ? default
            : Part.Fault(JabberIdReason.TooLong);
    }

    private static JabberIdFault PrepareUnicode(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        written = 0;
        if (!Mapping.CanNormalize)
        {
            return Part.Fault(JabberIdReason.NoNormalization);
        }

        var lower = new TextBuffer(stackalloc char[TextBuffer.Capacity]);
        while (!text.IsEmpty && !lower.IsOverfull)
        {
            if (Rune.DecodeFromUtf16(text, out Rune rune, out int length) != OperationStatus.Done)
            {
                return Part.Fault(JabberIdReason.NotUnicode);
            }

            text = text[length..];
            rune = Mapping.MapWidth(rune);
            JabberIdReason reason = Check(rune);
            if (reason != JabberIdReason.None)
            {
                return Part.Fault(reason, rune.Value);
            }

            Mapping.AppendLower(ref lower, rune);
        }

        if (lower.IsOverfull || !Mapping.TryNormalize(lower.Text, destination, out written))
        {
            return Part.Fault(JabberIdReason.TooLong);
        }

        // The order of RFC 8264, section 7: rules that depend on neighbours come last, when the neighbours are final.
        ReadOnlySpan<char> prepared = destination[..written];
        return BidiRule.IsNeeded(prepared) && !BidiRule.Allows(prepared)
            ? Part.Fault(JabberIdReason.MixedDirections)
            : Part.CheckContexts(prepared);
    }

    private static JabberIdReason Check(Rune rune) => PrecisTable.Of(rune.Value) switch
    {
        PrecisProperty.Valid => rune.IsAscii && s_allowed.IndexOfOther([(char)rune.Value]) >= 0
            ? JabberIdReason.ForbiddenCharacter
            : JabberIdReason.None,
        PrecisProperty.Contextual => JabberIdReason.None,
        PrecisProperty.Unassigned => JabberIdReason.UnassignedCharacter,
        _ => JabberIdReason.ForbiddenCharacter,
    };
}
