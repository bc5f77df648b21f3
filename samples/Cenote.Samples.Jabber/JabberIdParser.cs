using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Interning;

namespace Cenote.Samples.Jabber;

/// <summary>Reads addresses into objects, and can share the strings of equal servers and sessions.</summary>
/// <remarks>Thread-safe. Allocates the object and the strings that are not shared.</remarks>
/// <param name="servers">The interner for domainparts; null for a new string each time.</param>
/// <param name="resources">
/// The interner for resourceparts; null for a new string each time. Clients choose resourceparts, so bound the interner, or set
/// <see cref="StringInternerOptions.MaximumLength"/>.
/// </param>
public sealed class JabberIdParser(StringInterner? servers = null, StringInterner? resources = null)
{
    private readonly StringInterner? _servers = Ordinal(servers, nameof(servers));
    private readonly StringInterner? _resources = Ordinal(resources, nameof(resources));

    /// <summary>Reads and prepares an address, or reports what is wrong.</summary>
    /// <param name="text">The address.</param>
    /// <param name="id">The address, or null.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    public bool TryParse(ReadOnlySpan<char> text, [NotNullWhen(true)] out JabberId? id, out JabberIdFault fault)
    {
        if (JabberIdText.TryRecognize(text, out JabberIdParts<char> parts))
        {
            fault = default;
            id = Create(parts);
            return true;
        }

        return TryParseSlow(text, out id, out fault);
    }

    /// <summary>Reads and prepares an address in UTF-8, or reports what is wrong.</summary>
    /// <param name="utf8">The address.</param>
    /// <param name="id">The address, or null.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    public bool TryParse(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out JabberId? id, out JabberIdFault fault)
    {
        if (JabberIdText.TryRecognize(utf8, out JabberIdParts<byte> parts))
        {
            fault = default;
            id = Create(parts);
            return true;
        }

        return TryParseSlow(utf8, out id, out fault);
    }

    // Sessions that differ only in case are different.
    private static StringInterner? Ordinal(StringInterner? interner, string parameter) =>
        interner is null or { Comparison: StringComparison.Ordinal }
            ? interner
            : throw new ArgumentException("The interner ignores case. Use one whose Comparison is Ordinal.", parameter);

    private static string ToText(StringInterner? interner, ReadOnlySpan<char> part) =>
        interner is not null && interner.TryIntern(part, out string? text) ? text : part.ToString();

    private static string ToText(StringInterner? interner, ReadOnlySpan<byte> part) =>
        interner is not null && interner.TryIntern(part, out string? text) ? text : Encoding.UTF8.GetString(part);

    private JabberId Create(JabberIdParts<char> parts) =>
        new(parts.Local.ToString(), ToText(_servers, parts.Domain), ToText(_resources, parts.Resource));

    private JabberId Create(JabberIdParts<byte> parts) =>
        new(Encoding.UTF8.GetString(parts.Local), ToText(_servers, parts.Domain), ToText(_resources, parts.Resource));

    // A separate method, so that the fast path clears no scratch space.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryParseSlow(ReadOnlySpan<char> text, out JabberId? id, out JabberIdFault fault)
    {
        Span<char> scratch = stackalloc char[JabberIdText.ScratchLength];
        bool isValid = JabberIdText.TryPrepare(text, scratch, out JabberIdParts<char> parts, out fault);
        id = isValid ? Create(parts) : null;
        return isValid;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryParseSlow(ReadOnlySpan<byte> utf8, out JabberId? id, out JabberIdFault fault)
    {
        Span<byte> scratch = stackalloc byte[JabberIdText.ScratchLength];
        bool isValid = JabberIdText.TryPrepare(utf8, scratch, out JabberIdParts<byte> parts, out fault);
        id = isValid ? Create(parts) : null;
        return isValid;
    }
}
