using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber;

/// <content>Addresses that are not ASCII or not yet prepared.</content>
public static partial class JabberIdText
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryPrepareSlow(
        JabberIdParts<char> given, Span<char> scratch, out JabberIdParts<char> parts, out JabberIdFault fault)
    {
        parts = default;
        Span<char> second = scratch[Part.MaximumLength..];
        Span<char> third = second[Part.MaximumLength..];
        if (!TryPreparePart(JabberIdPart.Localpart, given.Local, scratch, out ReadOnlySpan<char> local, out fault)
            || !TryPreparePart(JabberIdPart.Domainpart, given.Domain, second, out ReadOnlySpan<char> domain, out fault)
            || !TryPreparePart(JabberIdPart.Resourcepart, given.Resource, third, out ReadOnlySpan<char> resource, out fault))
        {
            return false;
        }

        parts = new JabberIdParts<char>(local, domain, resource);
        return true;
    }

    private static bool TryPreparePart(
        JabberIdPart part, ReadOnlySpan<char> given, Span<char> space, out ReadOnlySpan<char> prepared, out JabberIdFault fault)
    {
        prepared = given;
        fault = default;
        if (given.IsEmpty || Part.IsPrepared(part, given))
        {
            return true;
        }

        fault = Part.Prepare(part, given, space[..Part.MaximumLength], out int written);
        prepared = space[..written];
        return fault.Reason == JabberIdReason.None;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryPrepareSlow(
        JabberIdParts<byte> given, Span<byte> scratch, out JabberIdParts<byte> parts, out JabberIdFault fault)
    {
        parts = default;
        Span<byte> second = scratch[Part.MaximumLength..];
        Span<byte> third = second[Part.MaximumLength..];
        if (!TryPreparePart(JabberIdPart.Localpart, given.Local, scratch, out ReadOnlySpan<byte> local, out fault)
            || !TryPreparePart(JabberIdPart.Domainpart, given.Domain, second, out ReadOnlySpan<byte> domain, out fault)
            || !TryPreparePart(JabberIdPart.Resourcepart, given.Resource, third, out ReadOnlySpan<byte> resource, out fault))
        {
            return false;
        }

        parts = new JabberIdParts<byte>(local, domain, resource);
        return true;
    }

    private static bool TryPreparePart(
        JabberIdPart part, ReadOnlySpan<byte> given, Span<byte> space, out ReadOnlySpan<byte> prepared, out JabberIdFault fault)
    {
        prepared = given;
        fault = default;
        if (given.IsEmpty || Part.IsPrepared(part, given))
        {
            return true;
        }

        Span<char> text = stackalloc char[TextBuffer.Capacity];
        OperationStatus status = Utf8.ToUtf16(given, text, out _, out int length, replaceInvalidSequences: false);
        if (status != OperationStatus.Done)
        {
            bool isTooLong = status == OperationStatus.DestinationTooSmall;
            fault = new JabberIdFault(part, isTooLong ? JabberIdReason.TooLong : JabberIdReason.NotUnicode);
            return false;
        }

        Span<char> result = stackalloc char[Part.MaximumLength];
        fault = Part.Prepare(part, text[..length], result, out int written);
        prepared = space[..Encoding.UTF8.GetBytes(result[..written], space)];
        return fault.Reason == JabberIdReason.None;
    }
}
