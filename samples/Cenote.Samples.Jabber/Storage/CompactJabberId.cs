using System.Diagnostics.CodeAnalysis;

namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// An address of a <see cref="JabberIdStore{T}"/> in 8 bytes: the id of the text of its user, and the numbers of its server and
/// of its resourcepart.
/// </summary>
/// <remarks>
/// <para>From the lowest bit: 36 bits of text, 16 of server, 12 of resourcepart. A number of 0 means none, the highest one means
/// that the text is with that of the user, because the table of such texts is full or the text is rare. So nothing overflows but
/// the ids of texts, of which the store gives out some 50 billion in its life, each once: a value whose address was removed is
/// never another address.</para>
/// <para><c>default</c> is no address. Equality is that of values: two may differ and yet be the same address; ask the store.
/// Holds no reference, so the garbage collector does not look into an array of them.</para>
/// </remarks>
public readonly struct CompactJabberId : IEquatable<CompactJabberId>
{
    internal const int TextBits = 36;
    internal const int ServerBits = 16;
    internal const int ResourceBits = 12;

    /// <summary>The number that says that the text of the server is with that of the user.</summary>
    internal const int ServerBeside = (1 << ServerBits) - 1;

    /// <summary>The number that says that the resourcepart is there.</summary>
    internal const int ResourceBeside = (1 << ResourceBits) - 1;

    private readonly ulong _bits;

    internal CompactJabberId(long text, int server, int resource) =>
        _bits = (ulong)text | ((ulong)server << TextBits) | ((ulong)resource << (TextBits + ServerBits));

    /// <summary>Whether this is <c>default</c>, which is no address.</summary>
    public bool IsDefault => _bits == 0;

    internal long Text => (long)(_bits & ((1UL << TextBits) - 1));

    internal int Server => (int)(_bits >> TextBits) & ServerBeside;

    internal int Resource => (int)(_bits >> (TextBits + ServerBits));

    /// <summary>Whether the values are the same.</summary>
    public static bool operator ==(CompactJabberId left, CompactJabberId right) => left.Equals(right);

    /// <summary>Whether the values differ.</summary>
    public static bool operator !=(CompactJabberId left, CompactJabberId right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(CompactJabberId other) => _bits == other._bits;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is CompactJabberId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _bits.GetHashCode();

    /// <summary>Whether the text has more than the user in it.</summary>
    internal bool HasTextBeside => Server == ServerBeside || Resource == ResourceBeside;
}
