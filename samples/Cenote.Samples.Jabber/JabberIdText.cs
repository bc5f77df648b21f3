using System.Numerics;
using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber;

/// <summary>
/// Splits an address and prepares its parts as RFC 7622 requires: the user by the profile UsernameCaseMapped, the server by IDNA,
/// the session by the profile OpaqueString. Two strings name the same entity if and only if their prepared parts are equal.
/// </summary>
/// <remarks>
/// Most addresses are ASCII and already prepared; they are recognized without an allocation or a copy. Others are prepared in the
/// caller's scratch space; preparation allocates only for full-width and half-width characters, internationalized domains, IPv6
/// addresses, and tables on first use. Methods throw only if the scratch space is too small. Thread-safe.
/// </remarks>
public static partial class JabberIdText
{
    /// <summary>Maximum length of an address, in chars or bytes: three parts of 1,023 and two separators.</summary>
    public const int MaximumLength = (3 * Part.MaximumLength) + 2;

    /// <summary>Scratch space that suffices to prepare any address, in chars or bytes.</summary>
    public const int ScratchLength = 3 * Part.MaximumLength;

    /// <summary>Splits and prepares an address in UTF-16.</summary>
    /// <param name="text">The address.</param>
    /// <param name="scratch">At least <see cref="ScratchLength"/> chars.</param>
    /// <param name="parts">The prepared parts, which are in <paramref name="text"/> or in <paramref name="scratch"/>.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    /// <exception cref="ArgumentException">The scratch space is too small.</exception>
    public static bool TryPrepare(
        ReadOnlySpan<char> text, Span<char> scratch, out JabberIdParts<char> parts, out JabberIdFault fault)
    {
        CheckScratch(scratch);
        fault = Split(text, out JabberIdParts<char> given);
        if (fault.Reason == JabberIdReason.None && IsPrepared(given))
        {
            parts = given;
            return true;
        }

        parts = default;
        return fault.Reason == JabberIdReason.None && TryPrepareSlow(given, scratch, out parts, out fault);
    }

    /// <summary>Splits and prepares an address in UTF-8.</summary>
    /// <param name="utf8">The address.</param>
    /// <param name="scratch">At least <see cref="ScratchLength"/> bytes.</param>
    /// <param name="parts">The prepared parts, which are in <paramref name="utf8"/> or in <paramref name="scratch"/>.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    /// <exception cref="ArgumentException">The scratch space is too small.</exception>
    public static bool TryPrepare(
        ReadOnlySpan<byte> utf8, Span<byte> scratch, out JabberIdParts<byte> parts, out JabberIdFault fault)
    {
        CheckScratch(scratch);
        fault = Split(utf8, out JabberIdParts<byte> given);
        if (fault.Reason == JabberIdReason.None && IsPrepared(given))
        {
            parts = given;
            return true;
        }

        parts = default;
        return fault.Reason == JabberIdReason.None && TryPrepareSlow(given, scratch, out parts, out fault);
    }

    /// <summary>Prepares parts that arrived separately, such as the session that a client requests.</summary>
    /// <param name="local">The user; empty for none.</param>
    /// <param name="domain">The server.</param>
    /// <param name="resource">The session; empty for none.</param>
    /// <param name="scratch">At least <see cref="ScratchLength"/> chars.</param>
    /// <param name="parts">The prepared parts, which are in the given spans or in <paramref name="scratch"/>.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the parts form an address.</returns>
    /// <exception cref="ArgumentException">The scratch space is too small.</exception>
    public static bool TryPrepareParts(
        ReadOnlySpan<char> local,
        ReadOnlySpan<char> domain,
        ReadOnlySpan<char> resource,
        Span<char> scratch,
        out JabberIdParts<char> parts,
        out JabberIdFault fault)
    {
        CheckScratch(scratch);
        parts = default;
        fault = domain.IsEmpty ? new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.Empty) : default;
        return !domain.IsEmpty
            && TryPrepareSlow(new JabberIdParts<char>(local, domain, resource), scratch, out parts, out fault);
    }

    /// <summary>
    /// Recognizes a UTF-16 address that is ASCII and already prepared, without scratch space.
    /// </summary>
    /// <param name="text">The address.</param>
    /// <param name="parts">Its parts, which are in <paramref name="text"/>; <c>default</c> if the address is not
    /// recognized.</param>
    /// <returns>Whether the address was recognized. If not, <c>TryPrepare</c> may still accept it.</returns>
    public static bool TryRecognize(ReadOnlySpan<char> text, out JabberIdParts<char> parts)
    {
        bool isPrepared = Split(text, out parts).Reason == JabberIdReason.None && IsPrepared(parts);
        parts = isPrepared ? parts : default;
        return isPrepared;
    }

    /// <summary>
    /// Recognizes a UTF-8 address that is ASCII and already prepared, without scratch space.
    /// </summary>
    /// <param name="utf8">The address.</param>
    /// <param name="parts">Its parts, which are in <paramref name="utf8"/>; <c>default</c> if the address is not
    /// recognized.</param>
    /// <returns>Whether the address was recognized. If not, <c>TryPrepare</c> may still accept it.</returns>
    public static bool TryRecognize(ReadOnlySpan<byte> utf8, out JabberIdParts<byte> parts)
    {
        bool isPrepared = Split(utf8, out parts).Reason == JabberIdReason.None && IsPrepared(parts);
        parts = isPrepared ? parts : default;
        return isPrepared;
    }

    private static void CheckScratch<T>(Span<T> scratch)
    {
        if (scratch.Length < ScratchLength)
        {
            throw new ArgumentException(
                $"Preparing an address needs a scratch buffer of at least {ScratchLength} elements.", nameof(scratch));
        }
    }

    private static bool IsPrepared(JabberIdParts<char> parts) =>
        Localpart.IsPrepared(parts.Local) && Domainpart.IsPrepared(parts.Domain) && Resourcepart.IsPrepared(parts.Resource);

    private static bool IsPrepared(JabberIdParts<byte> parts) =>
        Localpart.IsPrepared(parts.Local) && Domainpart.IsPrepared(parts.Domain) && Resourcepart.IsPrepared(parts.Resource);

    // Splits before any mapping, because mapping might create separators: everything after the first slash belongs to the
    // session.
    private static JabberIdFault Split<T>(ReadOnlySpan<T> text, out JabberIdParts<T> parts)
        where T : unmanaged, IBinaryInteger<T>
    {
        ReadOnlySpan<T> domain = text;
        ReadOnlySpan<T> local = default;
        ReadOnlySpan<T> resource = default;
        JabberIdPart empty = text.IsEmpty ? JabberIdPart.Address : JabberIdPart.Domainpart;
        int slash = domain.IndexOf(TextUnit.Of<T>('/'));
        if (slash >= 0)
        {
            resource = domain[(slash + 1)..];
            domain = domain[..slash];
        }

        int at = domain.IndexOf(TextUnit.Of<T>('@'));
        if (at >= 0)
        {
            local = domain[..at];
            domain = domain[(at + 1)..];
        }

        parts = new JabberIdParts<T>(local, domain, resource);
        if (!domain.IsEmpty && (at < 0 || !local.IsEmpty) && (slash < 0 || !resource.IsEmpty))
        {
            return default;
        }

        empty = at == 0 ? JabberIdPart.Localpart : domain.IsEmpty ? empty : JabberIdPart.Resourcepart;
        return new JabberIdFault(empty, JabberIdReason.Empty);
    }
}
